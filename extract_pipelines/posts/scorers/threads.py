"""Boosted trees, written by benchmarks.scorers."""

FEATURES = 'called shared_article says_article count opened length linked title_gap below_title before after paragraphs headings pictures people leaving member_above mails sites'


def _part_0(total: float, f0: float, f2: float, f4: float, f5: float, f6: float, f7: float, f8: float, f9: float, f11: float, f12: float, f13: float, f15: float, f16: float, f17: float, f18: float) -> float:
    return (
        total
        + ((1.972 if f17 <= 1e-35 else 1.568) if f9 <= 0.432659 else (1.551 if f12 <= 1e-35 else 1.333))
        + ((0.076 if f17 <= 1e-35 else -0.1792) if f11 <= 5.5 else (-0.1602 if f9 <= 0.316747 else -0.3912))
        + (((0.07225 if f2 <= 1e-35 else -0.5209) if f17 <= 1e-35 else -0.226) if f9 <= 0.432659 else -0.2423)
        + ((0.07309 if f2 <= 1e-35 else -0.3254) if f11 <= 5.5 else (-0.254 if f16 <= 1e-35 else 0.04419))
        + ((0.06227 if f12 <= 8.5 else -0.3417) if f8 <= 0.102742 else (-0.08485 if f8 <= 0.396539 else -0.1903))
        + (((0.06857 if f2 <= 1e-35 else -0.188) if f13 <= 24.5 else -0.3779) if f9 <= 0.245282 else -0.1392)
        + ((0.07099 if f17 <= 1e-35 else -0.07212) if f11 <= 5.5 else (-0.1803 if f16 <= 1e-35 else 0.05829))
        + (((0.06818 if f18 <= 1e-35 else -0.1119) if f2 <= 1e-35 else -0.2091) if f9 <= 0.245282 else -0.1143)
        + ((0.06174 if f18 <= 1e-35 else -0.1099) if f9 <= 0.403957 else (-0.1223 if f6 <= 0.489996 else 0.08579))
        + ((0.06517 if f5 <= 10.866 else (0.002534 if f6 <= 0.389362 else -0.2811)) if f11 <= 5.5 else -0.132)
        + ((0.06752 if f17 <= 1e-35 else -0.07977) if f9 <= 0.115211 else (-0.1071 if f16 <= 1e-35 else 0.05646))
        + ((0.0448 if f2 <= 1e-35 else -0.2206) if f7 <= 3.24593 else (-0.08075 if f16 <= 1e-35 else 0.07277))
        + ((0.06209 if f2 <= 1e-35 else -0.1141) if f11 <= 5.5 else (-0.1281 if f16 <= 1e-35 else 0.05675))
        + ((0.06073 if f0 <= 1e-35 else (0.0818 if f9 <= 0.0157524 else -0.1344)) if f9 <= 0.359429 else -0.08762)
        + ((0.06734 if f15 <= 0.809091 else -0.07776) if f11 <= 4.5 else (-0.1256 if f4 <= 1e-35 else -0.0159))
        + ((0.05602 if f12 <= 8.5 else -0.4839) if f11 <= 5.5 else (-0.1128 if f16 <= 1e-35 else 0.07654))
        + (((0.06642 if f0 <= 1e-35 else -0.01849) if f2 <= 1e-35 else -0.1134) if f11 <= 5.5 else -0.09052)
        + ((0.06204 if f17 <= 1e-35 else -0.1332) if f9 <= 0.115211 else (-0.07384 if f16 <= 1e-35 else 0.05337))
        + ((0.05562 if f6 <= 0.631881 else -0.1562) if f11 <= 5.5 else (-0.1032 if f16 <= 1e-35 else 0.05856))
        + ((0.03789 if f7 <= 5.33974 else -0.1069) if f12 <= 1e-35 else (-0.03374 if f0 <= 1e-35 else -0.1203))
    )


def _part_1(total: float, f0: float, f1: float, f3: float, f4: float, f5: float, f6: float, f7: float, f8: float, f9: float, f10: float, f11: float, f12: float, f13: float, f14: float, f15: float, f16: float, f17: float) -> float:
    return (
        total
        + ((0.04115 if f1 <= 1e-35 else -0.07046) if f12 <= 1e-35 else (-0.04374 if f0 <= 1e-35 else -0.1105))
        + ((0.04375 if f5 <= 9.92019 else (-0.04547 if f10 <= 0.268634 else -0.7959)) if f9 <= 0.460826 else -0.07128)
        + (((0.04843 if f13 <= 21.5 else -0.1854) if f5 <= 10.866 else -0.1261) if f8 <= 0.097536 else -0.06052)
        + (((0.05607 if f5 <= 10.0528 else -0.07142) if f17 <= 1e-35 else -0.109) if f9 <= 0.403957 else -0.0622)
        + (((0.05897 if f3 <= 5.59922 else -0.3243) if f17 <= 1e-35 else -0.09648) if f11 <= 5.5 else -0.07271)
        + (((0.01935 if f0 <= 1e-35 else -0.1132) if f7 <= 1e-35 else 0.06373) if f8 <= 0.10913 else -0.05581)
        + (((0.05791 if f3 <= 4.78112 else -0.137) if f15 <= 0.809091 else -0.08501) if f11 <= 5.5 else -0.075)
        + (((0.06983 if f0 <= 1e-35 else -0.04779) if f5 <= 10.0528 else -0.067) if f11 <= 5.5 else -0.07084)
        + ((0.05153 if f5 <= 9.92019 else (-0.02707 if f12 <= 1.5 else -0.3086)) if f11 <= 5.5 else -0.05984)
        + ((0.0503 if f6 <= 0.631881 else (0.0857 if f5 <= 8.76893 else -0.3075)) if f11 <= 2.5 else -0.04748)
        + ((0.03037 if f12 <= 8.5 else -0.2131) if f9 <= 0.485845 else (-0.06968 if f16 <= 1e-35 else 0.09883))
        + ((0.0374 if f3 <= 4.5222 else -0.1362) if f11 <= 5.5 else (-0.08877 if f4 <= 1e-35 else 0.02733))
        + ((0.04171 if f15 <= 0.763889 else -0.0802) if f11 <= 5.5 else (-0.07445 if f16 <= 1e-35 else 0.07076))
        + ((0.06375 if f6 <= 0.353088 else (0.01034 if f5 <= 9.92019 else -0.2072)) if f11 <= 5.5 else -0.0537)
        + (((0.001551 if f15 <= 0.408333 else -0.1541) if f14 <= 0.958333 else 0.03943) if f17 <= 1e-35 else -0.09291)
        + (((0.04102 if f0 <= 1e-35 else -0.03422) if f5 <= 10.866 else -0.07597) if f12 <= 1e-35 else -0.04363)
        + ((0.02943 if f13 <= 29.0 else -0.4291) if f11 <= 3.5 else (-0.06724 if f16 <= 1e-35 else 0.06962))
        + ((0.04472 if f5 <= 9.92019 else (-0.02156 if f10 <= 0.377132 else -0.3343)) if f11 <= 3.5 else -0.04267)
        + ((0.06187 if f6 <= 0.353088 else -0.02054) if f11 <= 5.5 else (-0.07895 if f4 <= 1e-35 else 0.03357))
        + ((0.03811 if f6 <= 0.660144 else -0.1737) if f11 <= 3.5 else (-0.05502 if f16 <= 1e-35 else 0.08057))
    )


def _part_2(total: float, f0: float, f1: float, f2: float, f3: float, f4: float, f5: float, f6: float, f7: float, f8: float, f9: float, f10: float, f11: float, f12: float, f14: float, f15: float, f16: float, f17: float) -> float:
    return (
        total
        + ((-0.002593 if f0 <= 1e-35 else (-0.01836 if f3 <= 3.08496 else -0.1776)) if f14 <= 0.958333 else 0.03065)
        + (((0.03805 if f12 <= 8.5 else -0.1654) if f17 <= 1e-35 else -0.06985) if f9 <= 0.460826 else -0.05037)
        + ((1.462e-05 if f3 <= 2.69616 else 0.06465) if f0 <= 1e-35 else (0.006889 if f3 <= 3.08496 else -0.1357))
        + ((0.05434 if f6 <= 0.359175 else (0.005777 if f5 <= 9.92019 else -0.1519)) if f9 <= 0.245282 else -0.03622)
        + ((0.03315 if f6 <= 0.631881 else -0.1284) if f11 <= 5.5 else (-0.07857 if f4 <= 1e-35 else 0.04585))
        + (((0.04548 if f8 <= 0.43982 else -0.03931) if f5 <= 10.866 else -0.1158) if f0 <= 1e-35 else -0.06034)
        + ((0.03738 if f9 <= 0.245282 else (0.02327 if f3 <= 1.29248 else -0.06027)) if f17 <= 1e-35 else -0.07544)
        + (((0.06277 if f11 <= 1e-35 else -0.03416) if f6 <= 0.375283 else -0.09386) if f14 <= 0.958333 else 0.02531)
        + ((0.03569 if f9 <= 0.115211 else (-0.05165 if f4 <= 1e-35 else 0.04998)) if f17 <= 1e-35 else -0.07485)
        + (((0.0597 if f11 <= 4.5 else -0.04023) if f6 <= 0.292485 else -0.08004) if f14 <= 0.958333 else 0.02637)
        + ((-0.002649 if f15 <= 0.408333 else -0.1179) if f14 <= 0.958333 else (0.04108 if f5 <= 11.325 else -0.1865))
        + ((0.01805 if f3 <= 5.30367 else -0.147) if f15 <= 0.408333 else (-0.07028 if f10 <= 0.152656 else 0.0614))
        + ((-0.00162 if f0 <= 1e-35 else -0.08592) if f14 <= 0.958333 else (0.03567 if f2 <= 1e-35 else -0.08783))
        + (((0.02956 if f9 <= 0.532146 else -0.03644) if f15 <= 0.408333 else -0.04342) if f3 <= 5.59922 else -0.1475)
        + (0.0337 if f11 <= 1e-35 else (-0.04227 if f16 <= 1e-35 else (-0.1614 if f14 <= 0.958333 else 0.07096)))
        + ((0.026 if f3 <= 6.62188 else -0.2174) if f11 <= 5.5 else (-0.06592 if f7 <= 3.7539 else 0.005031))
        + (((0.03407 if f1 <= 1e-35 else -0.1192) if f11 <= 2.5 else -0.04359) if f16 <= 1e-35 else 0.06167)
        + (0.02029 if f12 <= 1e-35 else ((-0.04386 if f4 <= 1.5 else 0.05659) if f17 <= 1e-35 else -0.1114))
        + (((-0.01127 if f12 <= 1.5 else -0.1757) if f8 <= -1e-35 else 0.03308) if f8 <= 0.396539 else -0.04669)
        + ((0.01815 if f2 <= 1e-35 else -0.08015) if f0 <= 1e-35 else (0.07684 if f9 <= 0.0157524 else -0.07672))
    )


def _part_3(total: float, f0: float, f2: float, f3: float, f5: float, f6: float, f7: float, f8: float, f9: float, f10: float, f11: float, f13: float, f14: float, f15: float, f17: float, f18: float) -> float:
    return (
        total
        + (0.02464 if f11 <= 1e-35 else (-0.04592 if f7 <= 3.39068 else (0.03762 if f17 <= 1e-35 else -0.1159)))
        + (0.01538 if f0 <= 1e-35 else (0.0762 if f9 <= 0.0157524 else (-0.01571 if f6 <= 0.353088 else -0.1202)))
        + ((0.02815 if f11 <= 5.5 else -0.02529) if f5 <= 9.92019 else (-0.01537 if f6 <= 0.401827 else -0.1444))
        + ((-0.01049 if f7 <= 3.39068 else 0.05016) if f0 <= 1e-35 else (0.002898 if f3 <= 3.08496 else -0.1083))
        + (((0.07086 if f11 <= 5.5 else -0.01682) if f0 <= 1e-35 else -0.06102) if f5 <= 8.70704 else -0.02817)
        + ((-0.02619 if f7 <= 1e-35 else (0.05872 if f8 <= 0.0215745 else -0.01247)) if f7 <= 5.9771 else -0.09726)
        + (((0.07116 if f0 <= 1e-35 else -0.03145) if f5 <= 8.70704 else -0.0141) if f11 <= 5.5 else -0.03067)
        + ((0.01626 if f17 <= 1e-35 else (0.005095 if f18 <= 1e-35 else -0.1522)) if f2 <= 1e-35 else -0.0796)
        + ((0.02923 if f9 <= 0.403957 else -0.02251) if f5 <= 10.0528 else (-9.56e-05 if f6 <= 0.401827 else -0.1747))
        + ((0.01635 if f11 <= 5.5 else -0.03255) if f6 <= 0.660144 else (-0.3357 if f7 <= 1.29248 else -0.03944))
        + ((0.01884 if f9 <= 0.552709 else -0.03513) if f6 <= 0.631881 else (-0.001767 if f10 <= 0.104593 else -0.1817))
        + ((-0.01712 if f8 <= -1e-35 else 0.04114) if f8 <= 0.10913 else (0.009411 if f3 <= 1.29248 else -0.05227))
        + ((0.01282 if f10 <= 0.377132 else (0.08737 if f6 <= 0.375283 else -0.2361)) if f17 <= 1e-35 else -0.06082)
        + ((0.0491 if f9 <= 0.0263179 else (-0.0004928 if f15 <= 0.591667 else -0.09021)) if f5 <= 10.866 else -0.1017)
        + (((-0.002025 if f8 <= -1e-35 else 0.04815) if f8 <= 0.10913 else -0.02327) if f3 <= 5.39068 else -0.1204)
        + ((-0.006058 if f7 <= 3.39068 else (0.07827 if f7 <= 6.07678 else -0.1047)) if f0 <= 1e-35 else -0.0392)
        + (((0.05778 if f11 <= 1e-35 else -0.02894) if f15 <= 0.408333 else -0.1328) if f14 <= 0.958333 else 0.03076)
        + ((0.02712 if f8 <= 0.236665 else -0.02445) if f5 <= 9.92019 else (-0.02096 if f10 <= 0.0458716 else -0.1444))
        + (0.009943 if f5 <= 9.92019 else (0.02565 if f6 <= 0.310512 else (-0.1007 if f9 <= 0.17952 else 0.1217)))
        + ((0.004973 if f10 <= 1e-35 else (-0.05188 if f13 <= 2.5 else -0.2003)) if f14 <= 0.958333 else 0.02098)
    )


def _part_4(total: float, f0: float, f2: float, f3: float, f4: float, f5: float, f6: float, f7: float, f8: float, f9: float, f10: float, f11: float, f12: float, f14: float, f15: float, f16: float, f17: float, f18: float) -> float:
    return (
        total
        + (((0.01665 if f11 <= 1e-35 else -0.05866) if f7 <= 3.39068 else 0.02855) if f7 <= 5.72766 else -0.08731)
        + (((0.03713 if f9 <= 0.654411 else -0.05773) if f0 <= 1e-35 else -0.0344) if f5 <= 10.0528 else -0.06277)
        + ((-0.02106 if f7 <= 1e-35 else (0.0595 if f3 <= 1.29248 else -0.003981)) if f2 <= 1e-35 else -0.08983)
        + ((-0.0085 if f4 <= 1e-35 else 0.04343) if f17 <= 1e-35 else (-0.01024 if f18 <= 1e-35 else -0.1601))
        + (((0.03336 if f11 <= 1.5 else -0.02586) if f16 <= 1e-35 else 0.05958) if f2 <= 1e-35 else -0.1083)
        + (((0.01167 if f10 <= 1e-35 else -0.067) if f16 <= -1e-35 else 0.02505) if f2 <= 1e-35 else -0.07714)
        + (0.01886 if f5 <= 8.70704 else ((0.07383 if f9 <= 0.29827 else -0.05403) if f6 <= 0.292485 else -0.04476))
        + ((-0.007393 if f7 <= 3.39068 else 0.05436) if f0 <= 1e-35 else (0.003502 if f7 <= 4.93054 else -0.1087))
        + ((-0.004706 if f7 <= 3.39068 else (0.07865 if f7 <= 4.35712 else -0.004897)) if f12 <= 8.5 else -0.1135)
        + ((0.0299 if f5 <= 8.70704 else -0.01376) if f8 <= 0.461595 else (-0.07512 if f4 <= 1.5 else 0.1002))
        + (-0.01575 if f7 <= 3.39068 else (0.07225 if f6 <= 0.353088 else (0.04936 if f7 <= 4.35712 else -0.07983)))
        + (((0.0001644 if f18 <= 1e-35 else -0.07972) if f6 <= 0.660144 else 0.1203) if f2 <= 1e-35 else -0.1182)
        + ((0.01314 if f6 <= 0.353088 else -0.0577) if f14 <= 0.958333 else (0.03959 if f9 <= 0.403957 else -0.03038))
        + (0.07155 if f5 <= 5.97144 else ((0.002646 if f0 <= 1e-35 else -0.03711) if f10 <= 0.377132 else -0.1036))
        + (-0.02311 if f7 <= 1e-35 else (0.04532 if f3 <= 1.29248 else (0.0304 if f9 <= 0.109008 else -0.03475)))
        + (((0.04951 if f6 <= 0.660144 else -0.1739) if f11 <= 1e-35 else -0.007209) if f5 <= 10.866 else -0.05556)
        + ((0.01204 if f5 <= 10.0528 else -0.0382) if f3 <= 4.5222 else (0.03787 if f0 <= 1e-35 else -0.1592))
        + ((0.02385 if f3 <= 3.7539 else -0.02976) if f9 <= 0.460826 else (0.008152 if f3 <= 1.29248 else -0.06988))
        + (((0.01156 if f3 <= 4.78112 else -0.1105) if f15 <= 0.408333 else -0.07817) if f14 <= 0.958333 else 0.02283)
        + ((-0.008963 if f4 <= 1e-35 else 0.04243) if f17 <= 1e-35 else (0.002687 if f18 <= 1e-35 else -0.1465))
    )


def _part_5(total: float, f0: float, f1: float, f2: float, f3: float, f4: float, f5: float, f6: float, f7: float, f8: float, f9: float, f10: float, f11: float, f13: float, f14: float, f15: float, f16: float, f17: float, f18: float) -> float:
    return (
        total
        + ((-0.01452 if f7 <= 3.39068 else 0.06947) if f6 <= 0.353088 else (0.001571 if f7 <= 4.35712 else -0.07344))
        + (((0.03186 if f0 <= 1e-35 else -0.03462) if f5 <= 9.92019 else -0.03345) if f2 <= 1e-35 else -0.1149)
        + (0.000709 if f1 <= 1e-35 else (-0.1692 if f3 <= 1e-35 else (0.08518 if f11 <= 3.5 else -0.09739)))
        + ((-0.004923 if f14 <= 0.958333 else (0.03534 if f5 <= 11.325 else -0.07967)) if f11 <= 12.5 else -0.08507)
        + (-0.01704 if f14 <= 0.958333 else (0.03078 if f7 <= 4.93054 else (-0.2085 if f10 <= 1e-35 else 0.01049)))
        + (0.01025 if f8 <= 0.097536 else (-0.06128 if f4 <= 1e-35 else (0.03545 if f15 <= 0.763889 else -0.1259)))
        + (0.06437 if f5 <= 5.97144 else ((0.03682 if f5 <= 8.70704 else -0.01358) if f9 <= 0.332615 else -0.02798))
        + ((0.04733 if f9 <= 0.0263179 else -0.009664) if f5 <= 9.92019 else (0.02988 if f6 <= 0.325102 else -0.08779))
        + (((-0.002284 if f18 <= 1e-35 else -0.133) if f13 <= 1e-35 else 0.02459) if f7 <= 6.27609 else -0.09012)
        + (((0.003355 if f17 <= 1e-35 else -0.06097) if f1 <= 1e-35 else 0.09159) if f2 <= 1e-35 else -0.09326)
        + (-0.01343 if f7 <= 3.6427 else (0.0969 if f3 <= 1.29248 else (0.07683 if f6 <= 0.281803 else -0.02737)))
        + ((0.006001 if f10 <= 1e-35 else (-0.02288 if f13 <= 1.5 else -0.1187)) if f14 <= 0.958333 else 0.01966)
        + (((0.01394 if f3 <= 3.7539 else -0.03229) if f10 <= 0.108532 else 0.05752) if f10 <= 0.377132 else -0.07637)
        + ((0.0005645 if f6 <= 0.660144 else (0.09307 if f5 <= 9.38918 else -0.2801)) if f2 <= 1e-35 else -0.1115)
        + ((-0.003165 if f18 <= 1e-35 else -0.1166) if f13 <= 1e-35 else (0.0595 if f7 <= 4.35712 else -0.02326))
        + (-0.01335 if f7 <= 3.6427 else (0.06506 if f7 <= 4.35712 else (0.03017 if f0 <= 1e-35 else -0.04963)))
        + ((0.008102 if f6 <= 0.46476 else (-0.01707 if f13 <= 3.5 else -0.1493)) if f16 <= 1e-35 else 0.04945)
        + (((-0.005627 if f7 <= 3.39068 else 0.09372) if f6 <= 0.287295 else -0.04935) if f14 <= 0.958333 else 0.02081)
        + (((0.0254 if f6 <= 0.287295 else -0.01852) if f8 <= 0.461595 else -0.05224) if f6 <= 0.537407 else 0.05051)
        + ((0.01983 if f9 <= 0.332615 else -0.01608) if f3 <= 4.5222 else (0.03578 if f0 <= 1e-35 else -0.144))
    )


def _part_6(total: float, f1: float, f2: float, f3: float, f4: float, f5: float, f6: float, f7: float, f8: float, f9: float, f10: float, f11: float, f12: float, f13: float, f14: float, f15: float, f16: float, f17: float, f18: float) -> float:
    return (
        total
        + (((0.00438 if f5 <= 7.72281 else -0.3618) if f5 <= 7.8005 else 0.06024) if f5 <= 8.70704 else -0.01729)
        + (0.06279 if f5 <= 5.97144 else (-0.01664 if f14 <= 0.958333 else (0.04174 if f9 <= 0.403957 else -0.03931)))
        + (0.06492 if f5 <= 5.97144 else ((0.02674 if f6 <= 0.292485 else -0.01202) if f9 <= 0.654411 else -0.0501))
        + ((0.02035 if f11 <= 3.5 else -0.02038) if f15 <= 0.958333 else (0.001297 if f6 <= 0.489996 else -0.1012))
        + (((-0.003635 if f10 <= 0.132318 else 0.07886) if f7 <= 3.39068 else 0.09555) if f3 <= 1.29248 else -0.001497)
        + ((-0.0134 if f14 <= 0.958333 else (0.03766 if f8 <= 0.43982 else -0.04294)) if f2 <= 1e-35 else -0.1041)
        + ((0.005978 if f11 <= 5.5 else (-0.06758 if f4 <= 1e-35 else 0.04749)) if f13 <= 1e-35 else 0.03496)
        + ((0.05267 if f9 <= 0.359429 else -0.02526) if f6 <= 0.353088 else (-0.034 if f9 <= 0.485845 else 0.07223))
        + (0.0227 if f5 <= 8.70704 else ((-0.7506 if f3 <= 2.16096 else 0.01209) if f5 <= 8.76893 else -0.007609))
        + ((-0.02064 if f15 <= 1e-35 else 0.01434) if f16 <= 1e-35 else (0.06179 if f5 <= 8.82363 else -0.01886))
        + (0.006453 if f8 <= 0.461595 else ((-0.04106 if f15 <= 0.236111 else -0.1771) if f4 <= 1.5 else 0.1081))
        + ((0.005595 if f10 <= 0.377132 else (-0.1245 if f10 <= 0.444653 else 0.0301)) if f2 <= 1e-35 else -0.1028)
        + (0.00234 if f3 <= 4.5222 else (0.05969 if f9 <= 0.0263179 else (-0.1611 if f12 <= 3.5 else -0.0003186)))
        + ((0.006901 if f18 <= 1e-35 else (0.08785 if f17 <= 1e-35 else -0.1336)) if f2 <= 1e-35 else -0.09886)
        + ((0.005766 if f11 <= 5.5 else -0.03548) if f6 <= 0.537407 else (0.08576 if f8 <= 0.10913 else -0.02372))
        + (-0.02047 if f7 <= 1e-35 else ((0.02569 if f6 <= 0.353088 else -0.04304) if f6 <= 0.489996 else 0.06184))
        + (((0.004274 if f3 <= 4.20893 else -0.2626) if f3 <= 4.28493 else 0.07894) if f3 <= 4.5222 else -0.05143)
        + (-0.01486 if f7 <= 3.39068 else (0.07194 if f6 <= 0.353088 else (0.08021 if f3 <= 1.29248 else -0.03107)))
        + ((0.006813 if f5 <= 10.0528 else (0.04445 if f6 <= 0.310512 else -0.07801)) if f1 <= 1e-35 else 0.06237)
        + (0.0697 if f5 <= 5.97144 else ((-0.004394 if f5 <= 11.325 else -0.0683) if f2 <= 1e-35 else -0.09985))
    )


def _part_7(total: float, f1: float, f3: float, f4: float, f5: float, f6: float, f7: float, f8: float, f9: float, f10: float, f11: float, f13: float, f14: float, f15: float, f16: float, f18: float) -> float:
    return (
        total
        + (-0.0159 if f14 <= 0.958333 else (0.03815 if f9 <= 0.170579 else (-0.07225 if f16 <= 1e-35 else 0.04119)))
        + (0.09453 if f5 <= 4.62586 else ((0.0322 if f6 <= 0.233231 else -0.009005) if f9 <= 0.532146 else -0.04049))
        + (0.006552 if f3 <= 4.5222 else (0.06999 if f9 <= 0.0157524 else (-0.1275 if f11 <= 9.5 else 0.02247)))
        + ((0.01872 if f8 <= 0.10913 else -0.01079) if f5 <= 11.325 else (0.0336 if f14 <= 0.267857 else -0.1175))
        + ((0.08169 if f5 <= 7.51832 else 0.004674) if f11 <= 1e-35 else (-0.0284 if f13 <= 1e-35 else 0.03285))
        + (0.009676 if f8 <= 0.097536 else (-0.07006 if f7 <= 3.39068 else (0.05649 if f6 <= 0.353088 else -0.04281)))
        + ((-0.002703 if f10 <= 0.132318 else 0.06217) if f5 <= 10.0528 else (-0.01599 if f10 <= 0.152656 else -0.1471))
        + ((-0.004393 if f5 <= 7.72281 else (-1.167 if f7 <= 1.29248 else -0.07481)) if f5 <= 7.8005 else 0.01213)
        + ((-0.00516 if f7 <= 3.6427 else (0.05161 if f15 <= 0.527778 else -0.06861)) if f7 <= 5.62928 else -0.0757)
        + ((0.001266 if f18 <= 1e-35 else -0.07049) if f7 <= 5.22869 else (0.04067 if f6 <= 0.281803 else -0.1115))
        + (0.06231 if f5 <= 5.97144 else ((0.01084 if f10 <= 0.377132 else -0.04123) if f9 <= 0.654411 else -0.0451))
        + ((-0.00388 if f6 <= 0.500632 else (-0.146 if f11 <= 1.5 else 0.1002)) if f7 <= 1e-35 else 0.01183)
        + ((0.02639 if f5 <= 8.70704 else -0.008617) if f8 <= 0.461595 else (-0.08914 if f4 <= 1e-35 else 0.05463))
        + (-0.01264 if f14 <= 0.958333 else ((0.05115 if f9 <= 0.403957 else -0.01011) if f7 <= 4.93054 else -0.08292))
        + ((-0.01078 if f13 <= 2.5 else 0.05229) if f6 <= 0.537407 else (0.06032 if f13 <= 3.5 else -0.0893))
        + ((0.004596 if f11 <= 8.5 else 0.04658) if f9 <= 0.654411 else (0.06509 if f11 <= 5.5 else -0.06447))
        + (0.007486 if f5 <= 11.325 else (0.04155 if f6 <= 0.30341 else (-0.2833 if f15 <= 0.3875 else -0.04847)))
        + (((-0.008472 if f7 <= 3.7539 else 0.06778) if f6 <= 0.353088 else -0.02979) if f6 <= 0.526671 else 0.05312)
        + ((0.01168 if f9 <= 0.332615 else -0.01633) if f6 <= 0.660144 else (0.08837 if f1 <= 1e-35 else -0.149))
        + (0.0688 if f5 <= 5.97144 else ((-0.009872 if f5 <= 10.866 else -0.09733) if f7 <= 1.29248 else 0.00427))
    )


def _part_8(total: float, f0: float, f2: float, f3: float, f4: float, f5: float, f6: float, f7: float, f8: float, f9: float, f10: float, f11: float, f12: float, f13: float, f14: float, f15: float, f16: float, f18: float) -> float:
    return (
        total
        + ((0.004537 if f12 <= 8.5 else -0.0958) if f10 <= 0.377132 else (0.08368 if f6 <= 0.369467 else -0.1192))
        + ((0.04414 if f12 <= 1.5 else -0.07995) if f11 <= 1e-35 else (-0.03125 if f7 <= 3.39068 else 0.02046))
        + (((0.00793 if f10 <= 0.0458716 else -0.05165) if f10 <= 0.132318 else 0.04951) if f10 <= 0.377132 else -0.06628)
        + ((0.0431 if f15 <= 0.118056 else -0.01716) if f11 <= 3.5 else (-0.0628 if f7 <= 3.6427 else 0.02722))
        + (((0.0005096 if f10 <= 0.121034 else -0.05386) if f10 <= 0.164105 else 0.05593) if f10 <= 0.377132 else -0.06852)
        + (-0.01355 if f14 <= 0.958333 else ((0.03918 if f5 <= 11.325 else -0.06988) if f7 <= 4.93054 else -0.07388))
        + (((0.03628 if f0 <= 1e-35 else -0.03683) if f5 <= 8.70704 else -0.01026) if f11 <= 12.5 else -0.08972)
        + ((-0.005516 if f6 <= 0.500632 else -0.07421) if f6 <= 0.526671 else (0.05205 if f13 <= 4.5 else -0.05515))
        + ((-0.006511 if f2 <= 1e-35 else -0.1099) if f16 <= 1e-35 else (-0.06332 if f14 <= 0.958333 else 0.04779))
        + (-0.006129 if f6 <= 0.537407 else ((0.07441 if f6 <= 0.631881 else -0.08634) if f11 <= 1.5 else 0.08324))
        + (((-0.003077 if f10 <= 0.405147 else -0.1272) if f10 <= 0.444653 else 0.06034) if f2 <= 1e-35 else -0.1055)
        + ((0.05664 if f5 <= 5.97144 else (-0.0178 if f14 <= 0.958333 else 0.01204)) if f11 <= 12.5 else -0.09139)
        + ((-0.00161 if f18 <= 1e-35 else -0.05237) if f13 <= 4.5 else (0.06191 if f13 <= 29.0 else -0.05639))
        + ((0.01386 if f11 <= 1e-35 else -0.01635) if f6 <= 0.660144 else (0.002557 if f10 <= 0.121034 else -0.1942))
        + (-0.01851 if f14 <= 0.958333 else (0.03102 if f9 <= 0.403957 else (-0.07592 if f4 <= 1e-35 else 0.06362)))
        + (-0.009512 if f6 <= 0.526671 else ((0.07944 if f7 <= 5.26666 else -0.1008) if f13 <= 3.5 else -0.08268))
        + ((0.0005507 if f6 <= 0.660144 else 0.08664) if f3 <= 4.5222 else (-0.1089 if f15 <= 0.154762 else 0.008212))
        + ((-0.008637 if f8 <= -1e-35 else (0.04728 if f8 <= 0.0779243 else -0.002245)) if f3 <= 4.78112 else -0.07277)
        + (((0.05788 if f5 <= 7.65702 else -0.07088) if f3 <= 1.29248 else 0.01872) if f7 <= 1e-35 else 0.01131)
        + (((0.05204 if f9 <= 0.485845 else -0.05716) if f6 <= 0.233231 else -0.01028) if f6 <= 0.537407 else 0.03757)
    )


def _part_9(total: float, f0: float, f2: float, f3: float, f4: float, f5: float, f6: float, f7: float, f8: float, f9: float, f10: float, f11: float, f12: float, f13: float, f14: float, f15: float, f17: float, f18: float) -> float:
    return (
        total
        + ((0.04603 if f11 <= 3.5 else (-0.05952 if f7 <= 3.6427 else 0.03424)) if f5 <= 8.70704 else -0.00895)
        + (((-0.006758 if f9 <= 0.0497215 else 0.0712) if f3 <= 1e-35 else -0.0003248) if f2 <= 1e-35 else -0.06111)
        + ((0.06995 if f6 <= 0.325102 else (0.01192 if f18 <= 1e-35 else -0.1426)) if f9 <= 0.109008 else -0.01083)
        + ((-0.006307 if f5 <= 9.19697 else -0.07881) if f5 <= 9.51002 else (0.06952 if f6 <= 0.287295 else -0.002763))
        + ((-0.003257 if f18 <= 1e-35 else -0.1221) if f13 <= 1e-35 else (0.0562 if f12 <= 1.5 else -0.02806))
        + (-0.01589 if f14 <= 0.958333 else ((0.002469 if f7 <= 3.39068 else 0.07956) if f7 <= 4.93054 else -0.07637))
        + (((0.002307 if f7 <= 3.6427 else 0.04081) if f7 <= 5.22869 else -0.03259) if f10 <= 0.377132 else -0.0501)
        + ((-0.003396 if f5 <= 9.38918 else -0.0964) if f5 <= 9.51002 else (0.04239 if f5 <= 10.866 else -0.009276))
        + (0.01475 if f6 <= 0.233231 else ((-0.4282 if f12 <= 1e-35 else 0.0739) if f6 <= 0.241824 else -0.009516))
        + ((-0.001041 if f13 <= 1e-35 else (0.06927 if f6 <= 0.359175 else -0.004749)) if f2 <= 1e-35 else -0.05729)
        + (-0.009676 if f4 <= 1e-35 else (0.09382 if f6 <= 0.241824 else (0.03775 if f0 <= 1e-35 else -0.03464)))
        + (((0.01055 if f7 <= 3.5222 else -0.4343) if f11 <= 3.5 else -0.05302) if f7 <= 3.6427 else 0.02394)
        + (0.00457 if f3 <= 3.7539 else (0.01336 if f0 <= 1e-35 else (-0.1344 if f8 <= 0.224528 else 0.01972)))
        + ((-0.009568 if f4 <= 1e-35 else 0.02707) if f17 <= 1e-35 else (0.03799 if f6 <= 0.27191 else -0.08574))
        + (((0.006709 if f6 <= 0.514634 else 0.07604) if f10 <= 0.0434385 else -0.01384) if f2 <= 1e-35 else -0.0551)
        + ((0.06042 if f9 <= 0.359429 else -0.02123) if f6 <= 0.287295 else (-0.02651 if f9 <= 0.485845 else 0.06334))
        + ((-0.00704 if f7 <= 1.29248 else 0.04061) if f8 <= 0.097536 else (-0.0001233 if f15 <= 0.236111 else -0.08478))
        + (0.004643 if f3 <= 4.5222 else (-0.09888 if f15 <= 0.154762 else (-0.07061 if f3 <= 4.67215 else 0.07511)))
        + ((0.04693 if f5 <= 6.32866 else (-0.03298 if f5 <= 7.8005 else 2.928e-05)) if f15 <= 0.690476 else 0.02771)
        + (0.05853 if f5 <= 5.97144 else (-0.0009895 if f8 <= 0.461595 else (-0.06635 if f11 <= 6.5 else 0.06179)))
    )


def score(f0: float, f1: float, f2: float, f3: float, f4: float, f5: float, f6: float, f7: float, f8: float, f9: float, f10: float, f11: float, f12: float, f13: float, f14: float, f15: float, f16: float, f17: float, f18: float) -> float:
    """The log odds."""
    total = 0.0
    total = _part_0(total, f0, f2, f4, f5, f6, f7, f8, f9, f11, f12, f13, f15, f16, f17, f18)
    total = _part_1(total, f0, f1, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17)
    total = _part_2(total, f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f14, f15, f16, f17)
    total = _part_3(total, f0, f2, f3, f5, f6, f7, f8, f9, f10, f11, f13, f14, f15, f17, f18)
    total = _part_4(total, f0, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f14, f15, f16, f17, f18)
    total = _part_5(total, f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f13, f14, f15, f16, f17, f18)
    total = _part_6(total, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18)
    total = _part_7(total, f1, f3, f4, f5, f6, f7, f8, f9, f10, f11, f13, f14, f15, f16, f18)
    total = _part_8(total, f0, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f18)
    total = _part_9(total, f0, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f17, f18)
    return total

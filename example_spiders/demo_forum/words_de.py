"""German vocabulary of the demo."""

from __future__ import annotations

from example_spiders.demo_forum.words import Words, phrases

SUBJECTS = """
    die gebrauchte Spiegelreflex | mein altes Reiserad | der Router im Flur
    die neue Bäckerei am Eck | das Röhrenradio vom Großvater | das Tomatenbeet am Zaun
    die mechanische Tastatur | der Flohmarkt am Bahnhof | der ausgebaute Kanalweg
    ein günstiges Paar Packtaschen | die Kaffeemühle im Büro | die neueste Firmware
    der ausgemusterte Server | das selbstgebaute Regal | das Fernrohr auf dem Dachboden
    das Zelt vom letzten Jahr | das Solarmodul auf dem Schuppen | das Stativ aus der Restekiste
    der rote Kater von nebenan | der Nachtzug an die Küste | der Weg um die Talsperre
    die Kiste mit den Schallplatten | unsere Datensicherung | das Aquarium im Keller
    das lichtstarke Objektiv | das Essen in der Kantine | der Wasserfilter
    ein vergriffener Atlas | die Laufgruppe am Mittwoch | der Gasthof unter dem Pass
    das Segelflugmodell | die Wanduhr aus der Auktion | die Rahmentasche
    die Stadtbücherei | der Wasserkessel | eine ausgebaute Festplatte
    der gestrige Sternschnuppenregen | der Lautsprecher Marke Eigenbau | der Montageständer
    der Sauerteig | das Faltboot | die Regentonne | die Lötstation | das Gartenhaus
    der Gezeitenkalender
"""
PREDICATES = """
    läuft viel besser als gedacht | hat mich einen ganzen Abend gekostet
    macht bisher keinen Ärger | verdient einen zweiten Besuch
    hält nicht ganz, was andere schreiben
    braucht ein halbes Jahr Gewöhnung | hat meine Meinung geändert | mag die kalte Jahreszeit
    kostet fast das Doppelte | nimmt zu viel Platz weg | zickt bei Regen ein wenig
    eignet sich auch für Anfänger | wurde schon zweimal zerlegt | sieht ganz anders aus als im Bild
    spart mir jede Woche eine Stunde | hat die ganze Familie beschäftigt
    leidet unter der Feuchtigkeit
    war nach dem Umstellen sofort in Ordnung | ging letzten Monat wieder kaputt
    wirkt einfach, ist es aber nicht | war die beste Entscheidung des Jahres
    überrascht mich immer wieder | hätte mir fast das Hobby verdorben
    wurde kurz vor dem Winter fertig | muss noch eine Woche beobachtet werden
    ist viel leiser als früher | kommt bei den Kollegen gut an | ist ohne Ersatzteile kaum zu retten
    erinnert mich an die Sommer von damals | hielt über dreihundert Tage
    ist allein nicht zu schaffen | überlebt die neueren Modelle | zieht jeden Samstag Leute an
    hat eine lange Geschichte | verlangt etwas Vorbereitung | hat mich nie enttäuscht
    kam mit einer unlesbaren Anleitung | war nach zwei Stunden erledigt
    hat sich in zehn Jahren kaum verändert | ist schon beim dritten Besitzer
    war selbst dem Händler ein Rätsel | lehrt einen wieder Geduld
    wirkt auf Handyfotos nie richtig | lohnt jeden Umweg
"""
REASONS = """
    Qualität hat ihren Preis | das Wetter spielte nicht mit | jeder stellt andere Ansprüche
    ich habe leider kein Foto | die Alten wissen das längst | vieles ist Gewohnheit
    die zweite Schraube war versteckt | der Stecker passt nur in einer Richtung
    die Anleitung verschweigt das | die Temperatur war schuld | ein Nachbar lieh mir das Werkzeug
    am Jahresende wird es billiger | ich habe Lehrgeld bezahlt | Geduld ist wichtiger als Geld
    vielleicht hilft es dem Nächsten | der Wind kam von vorn | ich habe alles aufgeschrieben
    etwas Glück war auch dabei | die Reihenfolge der Bolzen zählt | es gibt Zeugen
    der letzte Schritt fehlt noch | das Ersatzteil hatte das falsche Gewinde
    wir haben zu zweit gemessen | der Laden schließt am Mittag
"""
OPENERS = """
    Ehrlich gesagt: | Noch etwas: | Meine Erfahrung: | Kurz gesagt: | Rückblickend gilt:
    Nur am Rande: | Zur Ergänzung: | Nach einigen Versuchen: | Nebenbei bemerkt:
    Anders als oben: | Bei genauerem Hinsehen: | Kleines Update: | Aus meiner Sicht:
    Zugegeben: | Wider Erwarten: | Fürs Protokoll:
"""
PATTERNS = """
    {s} {p}. | {o} {s} {p}. | {s} {p}, denn {r}. | {o} {s} {p}, denn {r}.
    {n} Tage später: {s} {p}. | Ich brauchte {n} Anläufe, aber {s} {p}.
    Wie seht ihr das: {s} {p}? | Gezählt habe ich {n} Fälle, und {s} {p}.
"""
TITLES = """
    {s} {p} | Notizen: {s} | Frage an alle: {s} | {n} Tage Erfahrung: {s} | Vorgestellt: {s}
    Stimmt es? {s} {p} | Für {n} Euro: {s} | Tausche oder verkaufe: {s} | Warum nur: {s} {p}
"""
ITEMS = """
    zuerst den Stecker ziehen | ein trockenes Tuch bereitlegen | das Budget einhalten
    den Reifendruck prüfen | einen Ersatzakku mitnehmen | jedes Foto doppelt sichern
    die Schrauben sortieren | Sonnencreme nicht vergessen | einen Tag vorher anrufen
    einen halben Tag Reserve lassen | vor sechs Uhr losfahren | die Flasche füllen
    vor dem Zerlegen fotografieren | auf die Richtung achten | nach zehn nicht mehr bohren
"""
SHORT = """
    +1 | Danke! | Genau. | ok | Sehe ich auch so. | Super | Dito | Gibt es Neues? | Abo | Klasse!
"""
NAMES = """
    Jürgen_K | Radlerin | Bärbel | Uwe aus Köln | waldläufer | Käthe | Tüftler | Heiner
    möwe23 | Frau Holle | Steffen | Löwenzahn
"""
SIGNATURES = """
    Wer rastet, der rostet. | Suche Ersatzteile für alte Radios | Gruß aus dem Norden
    Nur ein leeres Werkzeugbrett ist ein gutes | Alles wird gut, nur nicht heute
"""
GERMAN = Words(
    language="de",
    joiner=" ",
    subjects=phrases(SUBJECTS),
    predicates=phrases(PREDICATES),
    reasons=phrases(REASONS),
    openers=phrases(OPENERS),
    patterns=phrases(PATTERNS),
    titles=phrases(TITLES),
    list_leads=phrases("Die Liste: | So ging ich vor: | Bitte beachten: | Meine Schritte:"),
    items=phrases(ITEMS),
    link_leads=phrases("Mehr dazu unter {u} | Siehe {u} mit Bildern. | Quelle: {u}"),
    short=phrases(SHORT),
    names=phrases(NAMES),
    signatures=phrases(SIGNATURES),
)

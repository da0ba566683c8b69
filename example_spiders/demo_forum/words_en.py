"""English vocabulary of the demo."""

from __future__ import annotations

from example_spiders.demo_forum.words import Words, phrases

SUBJECTS = """
    the second-hand film camera | my old touring bike | the router in the hallway
    the new bakery on the corner | grandfather's valve radio | the tomato bed by the fence
    this mechanical keyboard | the flea market near the station | the rebuilt canal path
    a cheap pair of panniers | the office coffee grinder | the latest firmware
    the retired file server | the wooden bookshelf | the telescope in the attic
    last year's tent | the solar panel on the shed | the tripod from the bargain bin
    the neighbour's ginger cat | the night train to the coast | the reservoir trail
    that box of vinyl records | our backup routine | the fish tank downstairs
    the fifty millimetre lens | the canteen lunch | the water filter | an out-of-print atlas
    the Wednesday running group | the inn below the pass | the model glider
    the wall clock from the auction | the frame bag | the public library | the pour-over kettle
    a salvaged hard disk | yesterday's meteor shower | the home-made loudspeaker
    the bicycle repair stand | the sourdough starter | the folding kayak | the rain barrel
    the soldering station | the garden shed | the tide table
"""
PREDICATES = """
    works far better than I expected | took me a whole evening to sort out
    has not failed once so far | deserves a second visit | is not quite what the reviews promised
    needs half a year before it feels right | changed my mind about the brand
    behaves best in the cold months | costs almost twice what it did | takes up too much room
    gets a little moody in the rain | suits people with no experience at all
    has been taken apart and cleaned twice | looks nothing like the photographs
    saves me an hour a week | kept the entire family busy | suffers badly from damp
    recovered as soon as I moved it | broke again last month | looks simple but is not
    is the best decision I made this year | still surprises me now and then
    nearly made me give up the hobby | was ready just before winter
    wants another week of watching | makes far less noise than before
    turned out to be popular at work | is hard to find parts for
    reminds me of childhood summers | lasted more than three hundred days
    should not be tackled alone | outlives the newer models | draws a queue every Saturday
    comes with a long story | requires some homework first | never let me down
    arrived with an unreadable manual | was done within two hours
    has hardly changed in ten years | is on its third owner now
    puzzled even the man in the shop | taught me patience again
    refuses to look good on a phone camera | is worth every detour
"""
REASONS = """
    you get what you pay for | the weather did not help | everybody wants something different
    I forgot to take a picture | the old hands already know this | it depends on your habits
    nobody told me about the second screw | the connector only fits one way
    the instructions skip that part | the temperature was the real problem
    a kind stranger lent me the tool | prices drop towards the end of the year
    I learned it the hard way | patience matters more than money
    somebody after me may need it | the wind was against us
    I wrote every step down | luck played its part too | the order of the bolts matters
    my neighbour saw it happen | the last step is still missing
    it comes to less than a coffee a day | the spare part had the wrong thread
    two of us measured it | the shop closes at noon
"""
OPENERS = """
    Honestly, | One more thing: | In my experience, | Short version: | Looking back,
    For what it is worth, | To be fair, | After some testing, | Last spring, | By the way,
    Unlike the post above, | On second thought, | Against all odds, | As far as I can tell,
    Small update: | From where I stand,
"""
PATTERNS = """
    {s} {p}. | {o} {s} {p}. | {s} {p}, because {r}. | {o} {s} {p}, mostly because {r}.
    After {n} days {s} {p}. | It took {n} attempts, but {s} {p}. | Does anybody else think {s} {p}?
    I counted {n} cases where {r}, and still {s} {p}.
"""
TITLES = """
    Why {s} {p} | A few notes on {s} | Question about {s} | {n} days with {s}
    Show and tell: {s} | What happened to {s}? | Spending {n} euros on {s}
    Is it true that {s} {p}? | {s} {p} | Swap or sell: {s}
"""
ITEMS = """
    unplug it first | keep a dry towel ready | stay below the budget | check the tyre pressure
    bring a spare battery | store every photo twice | sort the screws by length
    do not forget sunscreen | call a day ahead | leave half a day of slack
    start before six | fill the flask | photograph it before dismantling
    mind the direction of the plug | no drilling after ten at night
"""
SHORT = """
    +1 | Thanks! | ok | Same here. | bump | This. | Nice one | Agreed. | Following | lol | Any news?
"""
NAMES = """
    Anna | old_spoke | Riverside Rob | Marguerite | tinker77 | Paul K. | northwind | Ms. Fern
    JustDave | quietlibrarian | Hopper | saltandpine | Ines | Bo | Captain Toast | lensgrinder
"""
SIGNATURES = """
    Ride slowly, arrive anyway. | Three cameras, no film. | Typed on a keyboard older than me.
    My garden log is updated on Sundays. | Please search before posting :) | Measure twice, cut once
"""
ENGLISH = Words(
    language="en",
    joiner=" ",
    subjects=phrases(SUBJECTS),
    predicates=phrases(PREDICATES),
    reasons=phrases(REASONS),
    openers=phrases(OPENERS),
    patterns=phrases(PATTERNS),
    titles=phrases(TITLES),
    list_leads=phrases("The short list: | What I did: | Things to remember: | My checklist:"),
    items=phrases(ITEMS),
    link_leads=phrases("The full story is at {u} | See {u} for drawings. | Source: {u}"),
    short=phrases(SHORT),
    names=phrases(NAMES),
    signatures=phrases(SIGNATURES),
)

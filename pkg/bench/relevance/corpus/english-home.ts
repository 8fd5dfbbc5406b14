import type { CorpusNote } from './corpus-note';

export const englishHome: readonly CorpusNote[] = [
  {
    path: 'Garden/Pruning apple trees',
    age: 260,
    text: `---
tags: [garden, fruit]
---
Late winter, on a dry day above freezing. Take out dead and crossing branches first, then open the crown so that light reaches the middle.

## Young trees
Cut the leader back by a third, just above a bud that looks outwards.

## Old trees
Never more than a quarter of the wood in one year, or the tree answers with water shoots.
`,
  },
  {
    path: 'Garden/Apple varieties',
    age: 400,
    text: `Which apple keeps how long in the cellar.

- Boskoop: sour, for cakes, keeps until March
- Cox Orange: best in October
- Topaz: keeps until May, resists scab

The nursery said that weak growers want harder pruning. Ask again before ordering two trees for the slope.
`,
  },
  {
    path: 'Garden/Garden diary',
    age: 3,
    text: `# January
Snow. Sharpened the secateurs, ordered seeds: tomato, bean, basil.
# February
Helped with the pruning of the neighbour's trees, and looked at our own. The apple at the fence has canker. Pruning wounds from last year have closed well. Apple scions cut and put into the fridge.
# March
Tomato seedlings are up. Turned the compost. Moved the rain barrel, mended the watering can, and spread two barrows of compost under the apple trees.
# April
Frost on the 19th, covered the tomato plants with fleece. The apple blossom is late. Slugs on the lettuce, watering every evening.
# May
Planted out: tomato, courgette, bean. Watering plan for the neighbours while we are in Lisbon.
# June
Thinned the apple fruit. First strawberries. The hose leaks. Aphids on the beans, none on the tomato plants.
# July
Tomato blight after the wet week. Took off the lower leaves. Watering in the morning only.
# August
Sixteen kilos of tomato for soup and sauce. The wasps are at the early apple.
# September
Apple harvest, three crates. Planted garlic. The compost was full of worms.
# October
Raked leaves, lifted the dahlias, cleaned the greenhouse. Apple juice with the school: forty litres.
`,
  },
  {
    path: 'Garden/Tomato seedlings',
    age: 200,
    text: `---
aliases: [Raising tomatoes from seed]
---
Sow in the second week of March on the window sill, 22 degrees. Prick out when the first true leaves show. Too warm and too dark makes them leggy.

Harden off for a week before planting out after the Ice Saints.
`,
  },
  {
    path: 'Garden/Compost',
    age: 500,
    text: `Layers of green and brown, a hand of soil in between, never soaking wet.

## What not to add
Cooked food, meat, citrus peel in bulk, glossy paper, diseased leaves.

## When it smells
Too wet: mix in torn cardboard and turn it.
`,
  },
  {
    path: 'Garden/House plants',
    age: 30,
    text: `---
aliases: [Watering plan]
---
| plant | water | where |
| --- | --- | --- |
| Boston fern | every third day, rain water | bathroom |
| Rubber plant | weekly | hall |
| Aloe | every three weeks | kitchen sill |

Fertiliser from April to September. The fern hates draught.
`,
  },
  {
    path: 'Kitchen/Apple pie',
    age: 800,
    text: `---
aliases: [Grandma's tart]
tags: [recipe, dessert]
---
Eight sour apples, 300 g flour, 150 g butter, 80 g sugar, cinnamon, one egg.

1. Rub butter into flour, add the egg, chill for half an hour.
2. Slice the apples, toss with sugar and cinnamon.
3. Bake 45 minutes at 180 degrees until the crust is golden.

The crust must be cold when it goes into the oven.
`,
  },
  {
    path: 'Kitchen/Apple crumble',
    age: 90,
    text: `---
tags: [recipe, dessert]
---
Six apples, 200 g flour, 120 g butter, 100 g brown sugar, oats, cinnamon. Crumble the butter with flour and sugar, spread over the sliced apples, bake 35 minutes at 190 degrees. Serve with custard. Less work than a pie.
`,
  },
  {
    path: 'Kitchen/Sourdough starter',
    age: 330,
    text: `---
aliases: [Levain]
---
Equal weights of rye flour and water. It lives in the fridge door.

## Feeding schedule
At room temperature twice a day, in the fridge once a week: 20 g old, 50 g flour, 50 g water.

## Rescue
A grey liquid on top is only hunger. Pink streaks: throw it away.
`,
  },
  {
    path: 'Kitchen/Sourdough bread',
    age: 20,
    text: `---
tags: [recipe, bread]
---
Evening: refresh the starter. Morning: 100 g active starter, 500 g bread flour, 350 g water, 10 g salt. The levain should float in water; if the levain sinks, wait. Four folds, one every half hour. Shape, prove overnight in the fridge, bake in the pot: 25 minutes with the lid, 20 without.

A tired starter gives a flat loaf, whatever the flour.
`,
  },
  {
    path: 'Kitchen/Tomato soup',
    age: 150,
    text: `---
tags: [recipe, soup]
---
Roast a kilo of tomatoes with garlic and thyme for 40 minutes, blend with stock and a spoon of cream. Freezes well in jars.
`,
  },
  {
    path: 'Kitchen/Shopping list',
    age: 1,
    text: `- [ ] apples, for the pie
- [ ] flour, bread flour, rye for the starter
- [ ] tomato paste
- [ ] butter, cream
- [ ] washing powder
- [ ] salt and rinse aid for the dishwasher
- [ ] fern fertiliser
- [ ] batteries for the smoke alarm
`,
  },
  {
    path: 'Home/Boiler',
    age: 600,
    text: `---
aliases: [Central heating]
tags: [house]
---
Serviced each September by Miller & Sons. Pressure between 1.2 and 1.8 bar; refill with the black hose.

## Bleeding the radiators
Top floor last. Pump off, key a half turn, cup below, close when water comes. Check the pressure afterwards.
`,
  },
  {
    path: 'Home/Radiator paint',
    age: 70,
    text: `Radiator enamel, satin white, two thin coats with the bent brush. The radiator must be cold and sanded. Yellowed old paint shows through on the hall radiators: prime first against bleeding. One tin does three radiators.
`,
  },
  {
    path: 'Home/Router',
    age: 120,
    text: `---
aliases: [Wi-Fi, Internet access]
---
Admin page at the usual address, user name on the sticker below. Guest network is called Teapot. When nothing works: pull the plug, count to thirty, wait for the green light.
`,
  },
  {
    path: 'Home/Moving checklist',
    age: 15,
    text: `- [x] cancel the old internet access, order the new; the router goes back
- [x] passport and driving licence: new address
- [ ] read the meters, photograph them
- [ ] insurance: tell household, car and liability
- [ ] central heating: ask for the manual and who services the boiler
- [ ] central heating key and spare fuses
- [ ] bank, tax office, dentist, school
- [ ] lamps, curtain rails, washing machine: who carries?
- [ ] deposit: when does the landlord pay it back?
- [ ] forward the post for six months
`,
  },
  {
    path: 'Home/Washing machine',
    age: 310,
    text: `Error E18: the drain pump is blocked. Open the flap, put a tray below, turn the filter out, take out coins and hair pins. Rinse at 60 degrees once a month against the smell.

Warranty until June 2027, invoice in the blue folder.
`,
  },
  {
    path: 'Home/Dishwasher',
    age: 290,
    text: `E15: water in the base tray; tilt it, let it dry, look at the hose clamp. E24 is the drain. (E18 is the washing machine, not this one.) Clean the filter under the tap every two weeks. Salt setting 4 for our hard water.
`,
  },
];

import type { CorpusNote } from './corpus-note';

export const englishLife: readonly CorpusNote[] = [
  {
    path: 'Travel/Lisbon 2023',
    age: 800,
    text: `---
tags: [travel, portugal]
---
Four days in Lisbon in May. Flat in Graça, tram 28 is full of tourists, better walk. Best custard tarts in Belém. The tile museum takes half a day. Lisbon card is worth it with three museums.
`,
  },
  {
    path: 'Travel/Lisbon again',
    age: 25,
    text: `---
tags: [travel, portugal]
---
Five days in Lisbon in May. Flat in Alfama, loud at night. Night train from Madrid no longer runs, we flew. The tile museum was closed. Lisbon card is worth it with two museums. Day trip to Sintra: go before nine.
`,
  },
  {
    path: 'Travel/Packing list',
    age: 45,
    text: `- passport, tickets, some cash
- charger, adapter, headphones
- ear plugs for the night train
- rain jacket, swimming things, hat
- plasters, pain killers, tooth brush
- a book that may get lost
`,
  },
  {
    path: 'Travel/Passport renewal',
    age: 700,
    text: `Appointment online, six weeks ahead. Bring the old one, a biometric photo not older than six months, and the fee in cash. Takes four weeks; express costs extra. Mine runs out in March 2029, Mia's in August 2026.
`,
  },
  {
    path: 'Travel/Night trains in Europe',
    age: 350,
    text: `Vienna to Venice, Zurich to Zagreb, Berlin to Stockholm. Couchettes sell out three months ahead. A night train saves a hotel and a day. Take ear plugs; breakfast is small. Bicycles only on some lines.
`,
  },
  {
    path: 'Health/Back exercises',
    age: 220,
    text: `---
aliases: [Physio routine]
---
Every morning, ten minutes: cat and cow, bird dog, side plank, bridge. From Dr. Osei after the slipped disc. Stop when pain runs down the leg. Chair: hips higher than knees.
`,
  },
  {
    path: 'Health/Sleep log',
    age: 5,
    text: `Mon: six hours, woke at four. Tue: seven, no screen after nine. Wed: bad night. Train at six, so up at five. Thu: eight, after a run. Fri: coffee at five was a mistake. Pattern: late coffee costs an hour.
`,
  },
  {
    path: 'Health/Dentist',
    age: 180,
    text: `Dr. Lindqvist, Tuesday and Thursday. Night guard against grinding, wisdom tooth lower left is watched. Cleaning twice a year; the insurance pays one. Next appointment in May.
`,
  },
  {
    path: 'Work/Weekly meeting 1',
    age: 60,
    text: `# Weekly meeting
Present: Ana, Tom, Priya.
- Logo: three drafts from the agency, no decision yet
- Roadmap: export moves to spring
- Office: the coffee machine is broken
`,
  },
  {
    path: 'Work/Weekly meeting 2',
    age: 30,
    text: `# Weekly meeting
Present: Ana, Priya, Jonas.
- Logo: we decided for the blue fox, Ana tells the agency
- Roadmap: unchanged
- Hiring: two interviews next week
`,
  },
  {
    path: 'Work/Weekly meeting 3',
    age: 2,
    text: `# Weekly meeting
Present: Tom, Priya, Jonas.
- Hiring: Sam starts in January
- Roadmap: import before export, mobile dropped
- Budget: the quarterly report is due on Friday
`,
  },
  {
    path: 'Work/Quarterly report',
    age: 100,
    text: `---
tags: [work, finance]
---
Outline: revenue, churn, hiring, risks. Numbers come from the dashboard on the first of the month. Revenue chart by region; explain the dip in August. Send to Ana two days before.
`,
  },
  {
    path: 'Work/Hiring questions',
    age: 420,
    text: `For every interview the same six, so that answers compare: a project you would do differently; explain something to a beginner; a disagreement; how you test; what you read; what you ask us. Notes right after the interview, never during it.
`,
  },
  {
    path: 'Work/Job interview dos',
    age: 900,
    text: `My own interview at the agency: read about the firm, two questions of my own, water, arrive ten minutes early. Salary: they name a number first.
`,
  },
  {
    path: 'Books/The Left Hand of Darkness',
    age: 450,
    text: `---
author: Ursula K. Le Guin
tags: [book, read]
---
An envoy on a winter planet whose people have no fixed gender. The crossing of the ice is the heart of it. "Light is the left hand of darkness", says the poem.
`,
  },
  {
    path: 'Books/Reading list',
    age: 8,
    text: `- [x] The Left Hand of Darkness
- [ ] The Dispossessed
- [ ] Middlemarch
- [ ] a good one about sourdough and bread
- [ ] The Overstory: trees, trees, trees
- [x] Why We Sleep
`,
  },
  {
    path: 'Money/Tax return',
    age: 240,
    text: `---
tags: [finance]
---
Due at the end of July. Needed: wage slips, donation receipts, rent for the study, insurance statements, craftsmen's invoices (labour only). Refund last year 612. Keep receipts for ten years.
`,
  },
  {
    path: 'Money/Insurance',
    age: 365,
    text: `---
tags: [finance]
---
Household: cover 60,000, glass included, cancel by September. Liability: the whole family, deductible 150. Car: part cover, no-claims class 9. Numbers of the policies are in the safe.
`,
  },
  {
    path: 'Money/Renting out the flat',
    age: 130,
    text: `Rent 890 with heating, deposit two months on a separate account. Tenant since April: Ms. Novak. Rent may rise with the index, next in April. Handover protocol with photographs; the deposit goes back within six months.
`,
  },
  {
    path: 'Tech/Backup strategy',
    age: 500,
    text: `Three copies, two media, one elsewhere. Laptop to the NAS each night, NAS to the cloud on Sundays, and a disk at my sister's. A backup that was never restored is a hope: restore one folder each quarter.
`,
  },
  {
    path: 'Tech/Git rebase',
    age: 610,
    text: `Interactive: \`git rebase -i main\`, mark with fixup or reword. When lost: \`git rebase --abort\`; when it is too late, \`git reflog\` still has the old head. Never rebase what others have pulled.
`,
  },
  {
    path: 'Family/Cat',
    age: 75,
    text: `Feeding: 60 g wet in the morning, dry at night, schedule on the fridge. Vaccination each November. The vet says less food and more play. Chip number in the blue folder.
`,
  },
];

/** Scripted client jobs (see `../job.ts`) that create notes or add to them; the benchmark measures what they cost. */
import { all, call, type Call, type Done, type Job, type Seen, type Step, unwritten } from '../job';
import { gardenMap, today, unlistedPlants } from '../vault/places';

const log: Step[] = [
  call('patch_note', {
    path: `@daily:${today}`,
    operation: 'append',
    targetType: 'heading',
    target: 'Log',
    content: '- 16:00 Called the roofer, who comes on Tuesday.',
  }),
];

const review = 'Journal/Reviews/2026-W47.md';
const weekdays = ['16', '17', '18', '19', '20'].map(day => `@daily:2026-11-${day}`);

/** The names of the days' notes and their open tasks, as in a review. */
const reviewText = (days: string): string =>
  [
    '---\nkind: review\n---\n# 2026-W47',
    `## What happened\n\n${all(days, /- 09:10 (.+?\]\])/g)
      .map(what => `- ${what}`)
      .join('\n')}`,
    `## What is left\n\n${all(days, /- \[ \] ([A-Z][a-z ]+)/g)
      .map(task => `- [ ] ${task}`)
      .join('\n')}`,
    '## Next week\n\n- Order the slates\n',
  ].join('\n\n');

const weekly: Step[] = [
  call('read_notes', { paths: [...weekdays, 'Weekly review'], withLineNumbers: false }),
  ([days]: Seen): Call[] => [call('create_note', { path: review, content: reviewText(days ?? '') })],
];

const meeting = 'Work/Meetings/2026-11-20 Roof repair.md';
const attendees = ['[[Ruth Calder]]', '[[Emil Novak]]'];
const meetingProperties = { date: today, project: '[[Roof repair]]', attendees };
const meetingLink = call('patch_note', {
  path: `@daily:${today}`,
  operation: 'append',
  targetType: 'heading',
  target: 'Notes',
  content: 'Minutes: [[2026-11-20 Roof repair]]',
});

const recipes =
  `Rye bread,Plum cake,Leek soup,Bean stew,Oat biscuits,Onion tart,Apple butter,Beet salad,Herb cheese,Nut loaf`.split(
    ',',
  );
const recipe = (name: string, at: number): { path: string; content: string } => ({
  path: `Recipes/${name}.md`,
  content: `# ${name}\n\nServes ${2 + (at % 4)}.\n\n## Ingredients\n\n## Steps\n`,
});
const recipeProperties = { kind: 'recipe', tried: false };

const unlisted = {
  path: 'Garden',
  filter: { '!': [{ in: [gardenMap, { var: 'backlinks' }] }] },
  select: ['name'],
};
const listed = (rows: string | undefined): Call[] => [
  call('update_note', {
    path: gardenMap,
    mode: 'append',
    content: all(rows, /Garden\/(\w+)\.md/g)
      .map(plant => `- [[${plant}]]\n`)
      .join(''),
  }),
];

export const writing: readonly Job[] = [
  {
    name: 'line in the log of today',
    ask: 'Write into the log of today that I called the roofer, who comes on Tuesday.',
    calls: log,
    problems: done =>
      unwritten(done, {
        [`Journal/${today}.md`]: ['- 16:00 Called the roofer, who comes on Tuesday.\n\n## Tasks'],
      }),
  },
  {
    name: 'weekly review',
    ask: 'Make the review of this week from my daily notes, by my template.',
    calls: weekly,
    problems: done => [
      ...unwritten(done, {
        [review]: ['kind: review', '## What is left', '- [ ] ', '## Next week', '[[New website]]'],
      }),
    ],
  },
  {
    name: 'minutes of a meeting',
    ask: 'Start the minutes of the meeting on the roof with Ruth and Emil, and link them in the note of today.',
    calls: [
      call('create_note', { path: meeting, template: 'Meeting', properties: meetingProperties }),
      meetingLink,
    ],
    problems: done =>
      unwritten(done, {
        [meeting]: ['## Decisions', 'Ruth Calder', 'Emil Novak', 'Roof repair'],
        [`Journal/${today}.md`]: ['Minutes: [[2026-11-20 Roof repair]]'],
      }),
  },
  {
    name: 'ten notes of a list',
    ask: 'Make a note of each of these ten recipes.',
    calls: [
      call('create_notes', {
        notes: recipes.map((name, at) => ({ ...recipe(name, at), properties: recipeProperties })),
      }),
    ],
    problems: (done: Done) =>
      unwritten(
        done,
        Object.fromEntries(
          recipes.map(name => [`Recipes/${name}.md`, ['kind: recipe', 'tried: false', `# ${name}`]]),
        ),
      ),
  },
  {
    name: 'what a map does not list',
    ask: 'Add the plants that the garden map does not list.',
    calls: [call('query_notes', unlisted), ([rows]: Seen): Call[] => listed(rows)],
    problems: done => unwritten(done, { [gardenMap]: unlistedPlants.map(plant => `- [[${plant}]]\n`) }),
  },
];

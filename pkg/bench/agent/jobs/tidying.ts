/** Jobs that change existing notes. */
import { all, call, type Call, type Job, one, type Seen, type Step, unseen, unwritten } from '../job';
import { brokenLinks, brokenNote, inbox, placeOfKind } from '../vault/places';

const shed = 'Tool shed inventory';
const shedPath = `Work/Projects/${shed}.md`;
const finished = ['Order the parts', 'Write to everybody'].map(work => `${work} for the tool shed inventory`);

/** Removes two tasks from one section and adds them, ticked, to another: by lines, which the list of tasks shows. */
const linesMoved = (list: string | undefined): Call[] => {
  const rows = list?.split('\n') ?? [];
  const rowOf = (task: string): string | undefined => rows.find(row => row.includes(task));
  const lineOf = (task: string): number => Number(one(rowOf(task), /^(\d+) /));
  const tasks = finished.map(task => ({
    line: lineOf(task),
    done: `- [x] ${task} 📅 ${one(rowOf(task), / · due (\S+)/)}`,
  }));
  const leader = 'Find somebody who leads it';
  const below = lineOf(leader);
  const newText = [`- [x] ${leader}`, ...tasks.map(({ done }) => done)].join('\n');
  return [
    call('edit_note', {
      path: shed,
      ifMatch: one(list, /versionId (\w+)/),
      edits: [
        ...tasks.map(({ line }) => ({ startLine: line, endLine: line, newText: '' })),
        { startLine: below, endLine: below, newText },
      ],
    }),
  ];
};
const finishTasks: Step[] = [
  call('list_tasks', { path: shed, status: 'any' }),
  ([list]: Seen): Call[] => linesMoved(list),
];

const kinds = call('query_notes', { path: 'Inbox', select: ['frontmatter.kind'] });

/** A move for each inbox note for which the result shows the kind beside the path. */
const filed = (rows: string | undefined): Call[] =>
  [...(rows ?? '').matchAll(/Inbox\/([^"·|]+?)\.md\W.*?\b(book|recipe|idea)\b/g)].map(
    ([, name = '', kind]) => {
      const place = kind === 'book' || kind === 'recipe' ? placeOfKind[kind] : placeOfKind.idea;
      return call('move', { path: `Inbox/${name}.md`, newPath: `${place}/` });
    },
  );
const fileInbox: Step[] = [kinds, ([rows]: Seen): Call[] => filed(rows)];

const linkEdits = call('edit_note', {
  path: brokenNote,
  edits: brokenLinks.map(([link, meant]) => ({ oldText: `[[${link}]]`, newText: `[[${meant}]]` })),
});

const bedThree = { path: 'Garden', where: ['bed=3'], select: ['frontmatter.stage'] };
const harvested = ([rows]: Seen): Call[] => [
  call('edit_notes', {
    changes: all(rows, /(Garden\/\w+\.md)/g).map(path => ({
      path,
      edits: [{ oldText: 'stage: sown', newText: 'stage: harvested' }],
    })),
  }),
];

export const tidying: readonly Job[] = [
  {
    name: 'finished tasks moved',
    ask: 'In the inventory of the tool shed, ordering and writing are done: tick them and move them below Done.',
    calls: finishTasks,
    problems: done => [
      ...unwritten(done, { [shedPath]: finished.map(task => `\n- [x] ${task} 📅 2026-1`) }),
      ...finished
        .filter(task => done.file(shedPath)?.includes(`[ ] ${task}`))
        .map(task => `Still open: ${task}`),
    ],
  },
  {
    name: 'tag renamed everywhere',
    ask: 'Rename the tag idea/evening to evening; show me first what it would change.',
    calls: [
      call('rename_tag', { from: 'idea/evening', to: 'evening', dryRun: true }),
      call('rename_tag', { from: 'idea/evening', to: 'evening', diffLines: 0 }),
    ],
    problems: done => [
      ...unseen(done, ['Journal/2026-11-20.md']),
      ...unwritten(done, { 'Journal/2026-11-20.md': ['#evening'], 'Journal/2026-10-03.md': ['#evening'] }),
    ],
  },
  {
    name: 'five notes filed by their kind',
    ask: 'File the five notes of the inbox by their kind: books, recipes, ideas.',
    calls: fileInbox,
    problems: done =>
      unwritten(
        done,
        Object.fromEntries(
          inbox.map(({ name, kind }) => [`${placeOfKind[kind]}/${name}.md`, [`kind: ${kind}`]]),
        ),
      ),
  },
  {
    name: 'broken links mended',
    ask: 'Mend the broken links in my notes on work.',
    calls: [call('check_links', { path: 'Work' }), linkEdits],
    problems: done => [
      ...unseen(done, ['Work/Projects/Autumn fair.md']),
      ...unwritten(done, { [brokenNote]: brokenLinks.map(([, meant]) => `[[${meant}]] needs`) }),
    ],
  },
  {
    name: 'property of a folder changed',
    ask: 'All that grows in bed three of the garden is harvested.',
    calls: [call('query_notes', bedThree), harvested],
    problems: done =>
      unwritten(done, {
        'Garden/Carrot.md': ['stage: harvested'],
        'Garden/Iris.md': ['stage: harvested'],
        'Garden/Onion.md': ['stage: harvested'],
      }),
  },
];

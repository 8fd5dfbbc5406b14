/** Jobs that only read. */
import { all, call, type Done, type Job, unseen } from '../job';

/** Problems of tasks that no result showed with their date in one line. */
const undated = ({ seen }: Done, tasks: Readonly<Record<string, string>>): string[] => {
  const lines = seen.flatMap(text => text.split('\n'));
  return Object.entries(tasks)
    .filter(([task, day]) => !lines.some(line => line.includes(task) && line.includes(day)))
    .map(([task, day]) => `Not seen: ${task}, ${day}`);
};

const today = '2026-11-20';

export const finding: readonly Job[] = [
  {
    name: 'section of a half-known note',
    ask: 'What is the budget in that note about the greenhouse?',
    calls: [call('search', { query: 'path:greenhouse budget', context: 'section', limit: 3 })],
    problems: done => unseen(done, ['We have 1200 euros, of which 300 are spent.']),
  },
  {
    name: 'due this week',
    ask: 'Which tasks of the projects are due this week?',
    calls: [call('list_tasks', { path: 'Work/Projects', dueAfter: '2026-11-16', dueBefore: '2026-11-22' })],
    problems: done =>
      undated(done, {
        'Order the parts for the autumn fair': '2026-11-21',
        'Pay the invoice for the fence on the north side': '2026-11-17',
        'Write to everybody for the open evening in march': '2026-11-17',
      }),
  },
  {
    name: 'mentions of a person',
    ask: 'Collect all that is said of Mara Okafor, linked or not.',
    calls: [call('get_links', { path: 'Mara Okafor', direction: 'in', includeUnlinked: true, limit: 200 })],
    problems: done =>
      unseen(done, ['[[Mara Okafor]] about [[Apple press]]', 'Apple press.md', 'Mara Okafor called']),
  },
  {
    name: 'books by author',
    ask: 'How many books of each author are there, how long are they and how good?',
    calls: [
      call('query_notes', {
        path: 'Books',
        groupBy: 'frontmatter.author',
        aggregate: ['avg(frontmatter.rating)', 'sum(frontmatter.pages)'],
      }),
    ],
    problems: done => [
      ...unseen(done, ['Ada Brandt', 'Ivo Sund', 'Lena Marsh', 'Nuria Pons', 'Otto Vale']),
      // Either all numbers to add up, or the sums.
      ...(done.seen.some(
        text => text.includes('1605') || all(text, /Ada Brandt\D+\d\D+(\d{3})/g).length === 6,
      )
        ? []
        : ['No pages of Ada Brandt']),
    ],
  },
  {
    name: 'notes that cite a project, and why',
    ask: 'Which notes cite the roof repair, and in what words?',
    calls: [call('get_links', { path: 'Roof repair', direction: 'in' })],
    problems: done =>
      unseen(done, ['Work/Meetings/2026-10-04 Roof repair.md', 'Work/Meetings/2026-11-04 Roof repair.md']),
  },
  {
    name: 'the same book twice',
    ask: 'Is any book in my library twice?',
    calls: [call('list_properties', { property: 'isbn', path: 'Books', limit: 5 })],
    problems: done => unseen(done, ['978-3-1004', '978-3-1011', 'Books/A short river 5.md']),
  },
  {
    name: 'question to the notes',
    ask: 'What did we agree with the landlord about the slates?',
    calls: [call('search', { query: 'landlord slates', limit: 3, contextLength: 200 })],
    problems: done => unseen(done, ['pays two thirds of the slates, we pay the scaffold']),
  },
  {
    name: 'rule in a long handbook',
    ask: 'For how long may I borrow the trailer, and who decides on exceptions?',
    calls: [
      call('search', { query: 'borrowing trailer', limit: 3, matchesPerNote: 2 }),
      call('read_note', { path: 'Handbook', heading: 'Borrowing the trailer' }),
    ],
    problems: done => unseen(done, ['two days at most', 'Exceptions']),
  },
  {
    name: 'overdue projects',
    ask: 'Which projects that are not done are overdue, and whose are they?',
    calls: [
      call('query_notes', {
        path: 'Work/Projects',
        where: ['status!=done', `due<${today}`],
        select: ['frontmatter.owner', 'frontmatter.due'],
      }),
    ],
    problems: done =>
      unseen(done, ['Work/Projects/Greenhouse rebuild.md', 'Work/Projects/Roof repair.md', '2026-11-08']),
  },
  {
    name: 'notes to link to',
    ask: 'Which notes have to do with mint and are not linked with it yet?',
    calls: [call('find_related', { path: 'Mint', excludeLinked: true })],
    problems: done => unseen(done, ['Garden/Sage.md', 'Garden/Umbel.md']),
  },
];

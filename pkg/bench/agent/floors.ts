/** For each job: the smallest number of calls that could do it, however large each result was, and the reason. */

interface Floor {
  readonly calls: number;
  readonly why: string;
}

const asked: Floor = { calls: 1, why: 'What is asked for has to be asked.' };
const readFirst: Floor = { calls: 2, why: 'What is written follows from what was read before.' };

/** By the names of the jobs. */
export const floors: Readonly<Record<string, Floor>> = {
  'section of a half-known note': asked,
  'due this week': asked,
  'mentions of a person': asked,
  'books by author': asked,
  'notes that cite a project, and why': asked,
  'the same book twice': asked,
  'question to the notes': asked,
  'rule in a long handbook': asked,
  'overdue projects': asked,
  'notes to link to': asked,
  'line in the log of today': { calls: 1, why: 'One change.' },
  'weekly review': readFirst,
  'minutes of a meeting': {
    calls: 2,
    why: 'A new note, and a change of one that is there: a tool has one risk, so that one kind can be approved.',
  },
  'ten notes of a list': { calls: 1, why: 'One change.' },
  'what a map does not list': readFirst,
  'finished tasks moved': readFirst,
  'tag renamed everywhere': { calls: 2, why: 'The user wants to see the change before it is made.' },
  'five notes filed by their kind': {
    calls: 6,
    why: 'The kinds have to be read, and `move` takes one file: its arguments are fixed.',
  },
  'broken links mended': readFirst,
  'property of a folder changed': readFirst,
};

/** The fewest calls of a job; 0 for a name that is no job. */
export const floorOf = (name: string): number => floors[name]?.calls ?? 0;

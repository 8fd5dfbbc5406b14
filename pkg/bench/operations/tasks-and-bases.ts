import { dueBy } from '../vault/planted';
import { expected, firstWrong, type Operation, recordsOf } from './operation';

/** A filter over every note, two formulas, a sorting by one of them, groups. */
const base = `filters: 'status != "active"'
formulas:
  score: if(rating, rating * 10, 0) + file.tags.length
  age: (date("2026-01-01") - file.mtime).days.floor()
views:
  - type: table
    name: All
    order: [file.name, status, rating, formula.score, formula.age]
    sort:
      - property: formula.score
        direction: DESC
      - property: file.name
        direction: ASC
    groupBy:
      property: status
      direction: ASC
`;

export const tasksAndBases: readonly Operation[] = [
  {
    name: 'list_tasks, all open ones by due date',
    tool: 'list_tasks',
    args: () => ({}),
    wrong: ({ structured }, { truth }) => expected('totalCount', structured['totalCount'], truth.openTasks),
  },
  {
    name: 'list_tasks due by a day, by priority',
    tool: 'list_tasks',
    args: () => ({ dueBefore: dueBy, sort: 'priority' }),
    wrong: ({ structured }, { truth }) => expected('totalCount', structured['totalCount'], truth.dueTasks),
  },
  {
    name: 'query_base: filter, formulas, sort, group',
    tool: 'query_base',
    args: () => ({ source: base, limit: 100 }),
    wrong: ({ structured }, { truth }) =>
      firstWrong(
        expected('totalCount', structured['totalCount'], truth.notes - truth.activeNotes + truth.attachments),
        expected('groups', recordsOf(structured['groups']).length, 6),
      ),
  },
];

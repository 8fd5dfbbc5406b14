import { type Attack, callOf } from '../attack';

/** Answers that are far larger than what they are made of. */
export const answerAttacks: readonly Attack[] = [
  callOf('list with summaries of aliases', 'list', {
    path: 'Aliases',
    recursive: true,
    withFrontmatterSummary: true,
    limit: 10_000,
  }),
  callOf('query_notes that select aliases', 'query_notes', {
    path: 'Aliases',
    select: ['frontmatter'],
    limit: 1000,
  }),
  callOf('list of all', 'list', { recursive: true, limit: 10_000 }),
];

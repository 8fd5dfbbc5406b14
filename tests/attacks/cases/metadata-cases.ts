import { type Attack, callOf, callsOf } from '../attack';
import { pathOf } from '../hostile-notes';

/** Links, tags and properties of notes that have far too many. */
export const metadataAttacks: readonly Attack[] = [
  ...['links', 'tables'].flatMap(kind => [
    callOf(`get_links of ${kind}`, 'get_links', { path: pathOf(kind), limit: 1000 }),
    callOf(`get_links of ${kind} without context`, 'get_links', {
      path: pathOf(kind),
      withContext: false,
      includeUnlinked: true,
    }),
  ]),
  ...['broken', 'orphans', 'deadends'].map(kind =>
    callOf(`check_links ${kind}`, 'check_links', { kind, limit: 1000 }),
  ),
  callOf('explore_graph from links', 'explore_graph', { path: pathOf('links'), depth: 4, limit: 1000 }),
  callOf('find_related to links', 'find_related', { path: pathOf('links') }),
  callOf('list_tags', 'list_tags', { limit: 1000 }),
  callOf('list_tags with files', 'list_tags', { limit: 1000, withFiles: true }),
  ...['tags', 'deep-tags'].map(kind => callOf(`get_tags of ${kind}`, 'get_tags', { path: pathOf(kind) })),
  callOf('list with summaries, first', 'list', {
    recursive: true,
    withFrontmatterSummary: true,
    limit: 10_000,
  }),
  callOf('list_notes', 'list_notes', { limit: 10_000 }),
  callsOf('8 check_links', 'check_links', { kind: 'broken', limit: 1000 }, 8),
];

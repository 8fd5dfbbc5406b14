import { type Attack, callOf, callsOf } from '../attack';
import { hostileNotes, pathOf } from '../hostile-notes';

const kinds = Object.keys(hostileNotes);

/** Reading one large note, in every way that looks at all of it. */
export const readingAttacks: readonly Attack[] = [
  ...kinds.map(kind => callOf(`get_outline ${kind}`, 'get_outline', { path: pathOf(kind) })),
  ...kinds.map(kind =>
    callOf(`read_note heading ${kind}`, 'read_note', { path: pathOf(kind), heading: 'no such heading' }),
  ),
  ...['headings', 'one-letter', 'blank-lines', 'ordinary-20mb'].map(kind =>
    callOf(`read_note ${kind}`, 'read_note', { path: pathOf(kind), maxChars: 500_000 }),
  ),
  callOf('read_note block', 'read_note', { path: pathOf('blocks'), block: 'none' }),
  callOf('resolve_link headings', 'resolve_link', { link: 'headings#no such heading' }),
  callOf('get_frontmatter ordinary-20mb', 'get_frontmatter', { path: pathOf('ordinary-20mb') }),
  callOf('get_frontmatter yaml-aliases', 'get_frontmatter', { path: pathOf('yaml-aliases') }),
  callOf('read_notes of one note 50 times', 'read_notes', {
    paths: Array.from({ length: 50 }, () => pathOf('nested-items')),
  }),
  callOf('read_notes of all', 'read_notes', { paths: kinds.map(pathOf), maxChars: 1_000_000 }),
  callOf('stat of one note 100 times', 'stat', {
    paths: Array.from({ length: 100 }, () => pathOf('ordinary-20mb')),
  }),
  callOf('stat of all', 'stat', { paths: kinds.map(pathOf) }),
  callsOf('16 read_note of 20 MB', 'read_note', { path: pathOf('ordinary-20mb'), maxChars: 500_000 }, 16),
  callsOf('16 get_outline', 'get_outline', { path: pathOf('nested-items') }, 16),
];

import { type Attack, callOf } from '../attack';
import { pathOf } from '../hostile-notes';

const megabyte = 1024 * 1024;
const base = (formula: string): string =>
  `formulas:\n  f: '${formula}'\nviews:\n  - type: table\n    name: All\n    order: [file.name, formula.f]\n`;

/** Tools that look at many notes, or take whole files in. */
export const manyNoteAttacks: readonly Attack[] = [
  callOf('list_tasks of all notes', 'list_tasks', { status: 'any', limit: 1000 }),
  callOf('list_tasks by text', 'list_tasks', { text: 'task 9', limit: 1000 }),
  ...(['links', 'brackets', 'one-letter', 'one-paragraph', 'ordinary-20mb'] as const).flatMap(kind => [
    callOf(`suggest_links ${kind}`, 'suggest_links', { path: pathOf(kind), limit: 500 }),
    callOf(`get_context ${kind}`, 'get_context', { path: pathOf(kind), maxChars: 100_000 }),
  ]),
  callOf('get_context of a question', 'get_context', { query: 'words in an ordinary note '.repeat(40) }),
  callOf('replace_in_notes, preview of every word', 'replace_in_notes', { find: 'words', replace: 'w' }),
  callOf('replace_in_notes, preview of a pattern', 'replace_in_notes', {
    find: '(\\w+) (\\w+)',
    replace: '$2 $1',
    regex: true,
    maxFiles: 500,
  }),
  callOf('rename_property, preview', 'rename_property', { from: 'status', to: 'state', dryRun: true }),
  callOf('rename_heading of a million, preview', 'rename_heading', {
    path: pathOf('headings'),
    heading: 'h7',
    newHeading: 'h seven',
    dryRun: true,
  }),
  callOf('merge_notes of 10 and 20 MB, preview', 'merge_notes', {
    from: pathOf('one-paragraph'),
    into: pathOf('ordinary-20mb'),
    dryRun: true,
  }),
  callOf('query_base, texts repeated', 'query_base', { source: base('("x".repeat(10000)).repeat(10000)') }),
  callOf('query_base, lists of lists', 'query_base', {
    source: base('file.links.map(file.links.map(file.links.length)).length'),
  }),
  callOf('add_attachment of 1 MB', 'add_attachment', {
    name: 'attack.txt',
    data: Buffer.alloc(megabyte, 'text').toString('base64'),
    dryRun: true,
  }),
  uploadOf('an upload of 50 MB of text', 'attack.txt', () => Buffer.alloc(50 * megabyte, 'text\n')),
  uploadOf('an upload that is no archive', 'attack.zip', () => Buffer.alloc(50 * megabyte)),
];

/** Asks for an address and sends the bytes there. */
function uploadOf(name: string, file: string, bytes: () => Buffer<ArrayBuffer>): Attack {
  return {
    name,
    run: async client => {
      const { text } = await client.ask('add_attachment', { name: file });
      const [, address = ''] = /curl -T FILE (\S+)/.exec(text) ?? [];
      // The server may end the connection before all of a refused body was sent.
      const answer = await fetch(address, { method: 'PUT', body: bytes() }).catch(() => undefined);
      return answer === undefined ? 'cut off' : `HTTP ${answer.status}`;
    },
  };
}

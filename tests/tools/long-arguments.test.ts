/** Long runs of one character in an argument take linear time: a call of 100,000 of them ends at once. */
import { RunningLectern } from '../support/lectern';
import type { TestClient } from '../support/clients';

const run = (character: string): string => character.repeat(100_000);

let lectern: RunningLectern;
let client: TestClient;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'Plan.md': '---\nstatus: open\n---\nplan #garden\n- [ ] task\n',
      'All.base': `filters: 'file.inFolder("a${run('/')}b")'\nviews:\n  - type: table\n    name: All\n`,
    },
  });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

/** Thousandfold what each takes; a pattern with quadratic time took seconds for each. */
const mostProcessorTime = 1_500;

test.each<[what: string, tool: string, call: Record<string, unknown>]>([
  ['slashes in a folder', 'query_notes', { where: [`folder=a${run('/')}x`] }],
  ['slashes in a path', 'search', { query: 'plan', path: `a${run('/')}x` }],
  ['slashes in a query', 'search', { query: `path:a${'/'.repeat(4000)}x` }],
  ['slashes in a glob', 'list', { includes: [`a${run('/')}x`] }],
  ['slashes in a tag', 'query_notes', { where: [`tags=a${run('/')}x`] }],
  ['slashes in a tag of a search', 'search', { query: 'plan', tag: `a${run('/')}x` }],
  ['slashes in a prefix of tags', 'list_tags', { prefix: `a${run('/')}x` }],
  ['marks of headings in a link', 'query_notes', { where: [`links=${run('#')}x`] }],
  ['brackets in a link', 'query_notes', { where: [`links=[[${run('|')}]x`] }],
  ['blanks in an aggregate', 'query_notes', { aggregate: [`sum(${' '.repeat(20_000)}`] }],
  ['blanks in a condition between', 'query_notes', { where: [`created between a${run(' ')}b`] }],
  ['blanks in a query', 'search', { query: `created${' '.repeat(4000)}x` }],
  ['blanks in brackets', 'search', { query: `[created${' '.repeat(4000)}x` }],
  ['letters before a colon', 'search', { query: 'a'.repeat(4000) }],
  ['brackets to be replaced', 'replace_in_notes', { find: run('['), replace: 'x', preview: true }],
  ['parentheses to be replaced', 'replace_in_notes', { find: run('('), replace: 'x', preview: true }],
  ['slashes in a base', 'query_base', { path: 'All.base' }],
])('%s', async (_what, tool, call) => {
  const before = process.cpuUsage();
  await client.call(tool, call);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(mostProcessorTime);
});

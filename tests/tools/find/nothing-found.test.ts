/** Every tool that reads says why its answer is empty. */
import { asInApp } from '../../browser/support/app-lectern';
import { sha256 } from '../../../src/platform';
import { hintsOf } from '../../support/clients';
import { vaultForAll } from '../../support/open-vault';

type Asked = readonly [tool: string, args: Record<string, unknown>, reason: string];

const source = JSON.stringify({ filters: 'file.name == "x"', views: [{ type: 'table' }] });

describe('notes without anything', () => {
  const vault = vaultForAll({
    files: {
      'Bare.md': 'Hello.\n',
      'Work/Other.md': 'World.\n',
      'Pictures/pic.png': 'x',
      'Listed.md': '---\nkey: []\nmap:\n  inner: 1\n---\n',
      'One.md': '[[Two]]\n',
      'Two.md': 'Two.\n',
      'Broken.md': '---\nkey: [x\n---\nText.\n',
    },
  });

  test.each<Asked>([
    ['list', { includes: ['*.pdf'] }, 'Nothing matches `includes`'],
    ['list_notes', { tag: 'x' }, 'No note has the tag "#x"'],
    ['search', { query: 'zzyzx' }, 'No note has "zzyzx".'],
    ['query_notes', { where: ['x=1'] }, 'No note has a property "x"'],
    ['query_base', { source }, 'No file matches all filters'],
    ['list_tasks', {}, 'There are no tasks here.'],
    ['list_tags', {}, 'No note has a tag.'],
    ['list_properties', { path: 'Work' }, 'No note in "Work" has a property.'],
    ['list_properties', { property: 'x' }, 'No note has a property "x"'],
    ['list_properties', { property: 'key', path: 'Work' }, 'No note in "Work" has a value of "key".'],
    ['list_properties', { property: 'map.inner' }, 'No note has a value of "map.inner".'],
    ['get_frontmatter', { path: 'Bare' }, 'The note has no properties.'],
    ['get_tags', { path: 'Bare' }, 'The note has no tag'],
    ['get_links', { path: 'Bare' }, 'Nothing links to it, and it links to nothing.'],
    ['get_outline', { path: 'Bare' }, 'The note has no headings and no block ids.'],
    ['get_outline', { path: 'Broken' }, 'The YAML of the frontmatter does not parse'],
    ['get_context', { query: 'zzyzx' }, 'No note has "zzyzx".'],
    ['check_links', {}, 'has a broken link.'],
    ['check_links', { kind: 'orphans', path: 'Pictures' }, 'There are no notes in this folder.'],
    ['check_links', { kind: 'deadends', path: 'Pictures' }, 'There are no notes in this folder.'],
    ['find_related', { path: 'Bare' }, 'No other note shares'],
    ['explore_graph', { path: 'Bare' }, 'No links join the note with another note.'],
    [
      'explore_graph',
      { path: 'Bare', direction: 'in' },
      'No links lead from another note to the note; `direction: both`',
    ],
    ['explore_graph', { path: 'Bare', to: 'Other', direction: 'out' }, 'No links lead from the note to `to`'],
    ['suggest_links', { path: 'Bare' }, 'is mentioned without a link'],
    ['suggest_links', { text: 'nothing' }, 'is mentioned without a link'],
    ['list_changes', {}, 'No change is recorded.'],
  ])('%s %j says: %s', async (tool, args, reason) => {
    const answer = await vault.call(tool, args);
    expect(hintsOf(answer)).toContain(reason);
    expect(answer.text).toContain(reason);
  });

  test.each([
    ['get_tags', { path: 'Broken' }],
    ['explore_graph', { path: 'Bare', to: 'Bare' }],
    ['explore_graph', { path: 'One', limit: 1 }],
    ['explore_graph', { path: 'One', direction: 'out' }],
  ])('%s %j gives no reason that may be wrong', async (tool, args) => {
    expect(await vault.ask(tool, args)).not.toHaveProperty('hints', expect.anything());
  });
});

describe('a vault without notes', () => {
  const vault = vaultForAll({ files: {} });

  test.each<[string, Record<string, unknown>]>([
    ['list', {}],
    ['list_notes', {}],
    ['search', { query: 'a' }],
    ['query_notes', {}],
    ['list_tasks', {}],
    ['list_tags', {}],
    ['list_properties', {}],
    ['check_links', {}],
    ['check_links', { kind: 'orphans' }],
    ['suggest_links', { text: 'a' }],
    ['get_context', { query: 'a' }],
  ])('%s %j says so', async (tool, args) => {
    const answer = await vault.call(tool, args);
    expect(hintsOf(answer)).toMatch(/\b(?:no|No) (?:notes|tasks|files|other note)\b/u);
    expect(answer.text).toContain(hintsOf(answer).split('\n')[0]);
  });
});

describe('in the app', () => {
  const token = 'lct_a-token-with-full-rights-here';
  const vault = vaultForAll({
    ...asInApp({ 'A.md': 'a\n' }, { tokens: [{ name: 'full', valueHash: sha256(token), rights: 'full' }] }),
    asks: token,
  });

  test('list_commands says that no command has the text', async () => {
    const answer = await vault.call('list_commands', { filter: 'zzyzx' });
    expect(hintsOf(answer)).toBe('No command has this text.');
    expect(answer.text).toContain(hintsOf(answer));
  });
});

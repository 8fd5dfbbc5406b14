/** What a token may not see has no part in a base: not as a row, a link, a backlink, nor in what expressions find. */
import type { Files } from '../support/files/vault-folder';
import { RuledVault } from './vault-with-rules';

const open: Files = {
  'Open/a.md': '---\ntags: [x]\nlead: "[[Boss]]"\n---\n[[b]] [[Boss]] [[Plan]]\n',
  'Open/b.md': '---\ntags: [x]\n---\n[[a]]\n',
  'Open/All.base': 'filters: file.hasTag("x")\n',
};
const closed: Files = {
  'Secret/Boss.md': '---\ntags: [x, CANARY]\n---\n[[a]] [[b]]\n',
  'Secret/Plan.md': 'CANARY [[a]]\n',
  'Secret/Secret.base': 'filters: file.hasTag("CANARY")\n',
  'Secret/pic.png': 'CANARY',
};

const columns = [
  'file.name',
  'file.links',
  'file.backlinks',
  'formula.lead',
  'formula.found',
  'formula.count',
  'formula.linked',
  'note.lead',
];
const source = `formulas:
  lead: lead.asFile().path
  found: 'file("Secret/Plan.md") == null && link("Boss").asFile() == null'
  count: file.backlinks.length
  linked: 'file.hasLink("Plan")'
views:
  - order: [${columns.join(', ')}]
    sort: [{property: formula.count, direction: DESC}]
    groupBy: {property: formula.lead}
    summaries: {formula.count: Sum, file.name: Unique}
`;
const questions: readonly Record<string, unknown>[] = [
  { source },
  { source: 'filters: file.hasTag("x")' },
  { source: 'filters: file.hasTag("CANARY")' },
  { source: 'filters: file.inFolder("Secret")' },
  { source: 'filters: file.ext == "png"' },
  { source: 'filters: file.hasLink(this)', this: 'a' },
  { source: 'filters: this.file.hasLink(file)', this: 'Open/a.md' },
  { source: 'filters: file.hasLink(this)', this: 'Boss' },
  { source: 'filters: file.links.contains(link("Boss"))' },
  { path: 'Open/All' },
  { path: 'Secret/Secret.base' },
  { path: 'Secret' },
  { path: 'Secret/Boss', block: 0 },
];

async function answers(files: Files): Promise<string[]> {
  const vault = await RuledVault.start(files, { agent: { deny: ['Secret'] } });
  try {
    const texts: string[] = [];
    for (const question of questions) {
      const { structured, text } = await vault.as('agent').call('query_base', question);
      texts.push(JSON.stringify([question, structured, text]));
    }
    return texts;
  } finally {
    await vault.close();
  }
}

test('a base answers the same with and without notes that the token does not see', async () => {
  const withClosed = await answers({ ...open, ...closed });
  expect(withClosed).toEqual(await answers(open));
  expect(withClosed.join('\n').replaceAll('hasTag(\\\\\\"CANARY', () => '')).not.toContain('Secret/Boss.md"');
});

test('the user gets all rows', async () => {
  const vault = await RuledVault.start({ ...open, ...closed }, {});
  try {
    const { structured } = await vault.as('owner').call('query_base', { path: 'Open/All', format: 'paths' });
    expect(structured['paths']).toEqual(['Open/a.md', 'Open/b.md', 'Secret/Boss.md']);
  } finally {
    await vault.close();
  }
});

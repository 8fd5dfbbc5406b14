/** A denied, a hidden and an absent target are answered alike. */
import { codeOf } from '../support/clients';
import { RuledVault, type TokenRules } from './vault-with-rules';
import { base64Of, png } from '../support/files/sample-files';
import { writesAt } from '../support/writing-calls';
import type { Files } from '../support/files/vault-folder';

const open: Files = {
  'Open/n.png': 'x',
  'Open/o.md': '# H\nsecret\n',
  'Open/n.md': 'n\n',
  'Open/Empty/e.md': 'e\n',
};
const secret: Files = {
  'Secret/s.md': '# H\nsecret CANARY\n',
  'Secret/Deep/d.md': 'CANARY\n',
  'Open/n 1.md': 'CANARY\n',
  'Secret/pic.png': 'CANARY',
  'Secret/open.png': 'CANARY',
  'Open/n 1.png': 'CANARY',
};
const rulesOf: Readonly<Record<string, readonly [TokenRules, Record<string, unknown>]>> = {
  deny: [{ deny: ['Secret', 'Open/n 1.*'] }, {}],
  hidden: [{}, { hidden: ['Secret', 'Open/n 1.*'] }],
  allow: [{ allow: ['Open/**', '!Open/n 1.*'] }, {}],
};
const targets = [
  ...['Secret', 'Secret/s', 'Secret/s.md', 'Secret/absent', 'Secret/Deep', 'SECRET', 'secret/s'],
  ...['SECRET/S.MD', 'secret/new', 'Secret/Deep/d', 'Open/n 1', 'Open/N 1.md', 'Open/absent', 'Open/n 2'],
];

const calls = [
  ...targets.flatMap(path => writesAt(path)),
  ['create_note', { path: 'Open/n', ifExists: 'rename', content: 'x' }],
  ...['pic.png', 'n.png', 'open.png', 'Open/n.png', 'Open/n 1.png', 'Secret/pic.png'].flatMap(name =>
    [{}, { note: 'Open/o' }, { note: 'Open/o', embed: true }, { note: 'Secret/s' }].map(
      more => ['add_attachment', { name, data: base64Of(png), ...more }] as const,
    ),
  ),
  ['delete', { path: 'Open' }],
  ['delete', { path: 'Open/Empty' }],
] as const;

async function answers(
  files: Files,
  rules: TokenRules,
  settings: Record<string, unknown>,
): Promise<string[]> {
  const vault = await RuledVault.start(files, { agent: rules }, { rules: settings });
  const ask = async ([tool, args]: (typeof calls)[number]): Promise<string> => {
    const answer = await vault.as('agent').call(tool, { ...args, dryRun: true });
    return `${tool} ${JSON.stringify(args)} ${String(codeOf(answer))} ${answer.text}`;
  };
  const found: string[] = [];
  for (let from = 0; from < calls.length; from += 8)
    found.push(...(await Promise.all(calls.slice(from, from + 8).map(ask))));
  await vault.close();
  return found;
}

test.each(Object.entries(rulesOf))(
  'no tool returns anything that the rules hide: %s',
  async (_how, [rules, settings]) => {
    const having = await answers({ ...open, ...secret }, rules, settings);
    expect(having).toEqual(await answers(open, rules, settings));
    expect(having.filter(answer => answer.includes('CANARY'))).toEqual([]);
  },
  60_000,
);

test('a path that differs from a denied one only in letter case is denied', async () => {
  const vault = await RuledVault.start(
    { 'Secret/s.md': 's' },
    { agent: { deny: ['Secret/**', '!Secret/open.md'] } },
  );
  for (const path of ['SECRET/x', 'secret/s', 'SeCrEt/open'])
    expect(codeOf(await vault.as('agent').call('create_note', { path, content: 'x' }))).toBe(
      'permission_denied',
    );
  expect(codeOf(await vault.as('agent').call('create_note', { path: 'Secret/open', content: 'x' }))).toBe(
    'ok',
  );
  await vault.close();
});

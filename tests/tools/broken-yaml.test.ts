/** Every tool that says where YAML is broken names the same line: that of the file, from 1. */
import { field } from '../support/json';
import { vaultForEach } from '../support/open-vault';

type Args = Record<string, unknown>;

/** The YAML of a note, and the line of the file on which it is broken. */
const notes: readonly [yaml: string, line: number][] = [
  ['a: [x', 2],
  ['a: "x', 2],
  ['a: 1\nb: "x\nc: 2', 4],
  ['a: 1\n b: 2\nc: 3', 2],
  ['# why\na: 1\nb: @x\nc: 3', 4],
  ['a: 1\nb: [x\nc: 2', 4],
];
const asked = notes.flatMap(([yaml, line]) => ['\n', '\r\n'].map(newline => [yaml, newline, line] as const));

describe('the YAML of a note', () => {
  const vault = vaultForEach({ files: { 'Whole.md': 'Whole.\n', 'T.md': 'x', 'Bad.md': 'x' } });

  const inHints: readonly [tool: string, args: Args][] = [
    ['read_note', { path: 'Bad', parseFrontmatter: true }],
    ['read_note', { path: 'Bad', format: 'json', startLine: 2 }],
    ['get_outline', { path: 'Bad' }],
    ['edit_note', { path: 'Bad', edits: [{ oldText: 'Body', newText: 'Text' }] }],
    ['update_note', { path: 'Bad', mode: 'append', content: 'More.' }],
    ['replace_in_notes', { path: 'Bad', find: 'Text', replace: 'Body' }],
  ];
  const inErrors: readonly [tool: string, args: Args][] = [
    ['get_frontmatter', { path: 'Bad' }],
    ['get_frontmatter', { path: 'Bad', key: 'a' }],
    ['update_frontmatter', { path: 'Bad', set: { z: 1 } }],
    ['update_frontmatter', { paths: ['Bad', 'Whole'], set: { z: 1 } }],
    ['patch_note', { path: 'Bad', operation: 'replace', targetType: 'frontmatter', target: 'z', value: 1 }],
    ['update_tags', { path: 'Bad', add: ['z'] }],
    ['merge_notes', { from: 'Bad', into: 'Whole', properties: 'add_missing' }],
    ['merge_notes', { from: 'Whole', into: 'Bad', properties: 'add_missing' }],
    ['create_note', { path: 'New', template: 'Bad', properties: { z: 1 } }],
  ];

  test.each(asked)('%j with breaks %j is broken on line %i, all say', async (yaml, newline, line) => {
    const text = `---\n${yaml}\n---\nBody\n`.replaceAll('\n', () => newline);
    const { versionId } = await vault.ask('read_note', { path: 'Bad' });
    const write = { mode: 'overwrite', overwriteIfExists: true, ifMatch: versionId, content: text };
    const written = await vault.ask('update_note', { path: 'Bad', ...write });
    expect(String(written['hints'])).toContain(`is broken on line ${line}.`);
    await vault.ask('update_frontmatter', { path: 'Whole', set: { y: 1 } });
    const said: [string, string[] | undefined][] = [];
    const wanted: typeof said = [];
    for (const [tool, args] of [...inHints, ...inErrors]) {
      const answer = await vault.ask(tool, args);
      const told = [answer['hints'] ?? field(answer, 'error', 'message')].flat().join(' ');
      said.push([`${tool} ${JSON.stringify(args)}`, told.match(/\bline \d+/gu)?.slice() ?? [told]]);
      wanted.push([`${tool} ${JSON.stringify(args)}`, [`line ${line}`]]);
    }
    expect(said).toEqual(wanted);
  });
});

describe('the YAML of a base', () => {
  const yaml = 'views:\n  - type: table\n    name: "x\n';
  const vault = vaultForEach({
    files: {
      'Bad.base': yaml,
      'Marked.base': `\uFEFF${yaml}`,
      'Note.md': `---\na: 1\n---\n# Books\n\`\`\`base\n${yaml}\`\`\`\n`,
      'Quoted.md': `> [!note]\n> \`\`\`base\n${yaml.trimEnd().replaceAll(/^/gmu, () => '> ')}\n> \`\`\`\n`,
    },
  });

  test.each<[string, Args, number]>([
    ['query_base', { path: 'Bad.base' }, 3],
    ['query_base', { path: 'Marked.base' }, 3],
    ['query_base', { source: yaml }, 3],
    ['query_base', { path: 'Note' }, 8],
    ['query_base', { path: 'Quoted', block: 0 }, 5],
    ['create_note', { path: 'New.base', content: yaml }, 3],
    ['edit_note', { path: 'Bad.base', edits: [{ oldText: 'table', newText: 'cards' }] }, 3],
  ])('%s %j names line %i of the file', async (tool, args, line) => {
    const answer = await vault.ask(tool, args);
    const told = String(answer['warnings'] ?? field(answer, 'error', 'message'));
    expect(told).toContain(`there is an error on line ${line}.`);
  });
});

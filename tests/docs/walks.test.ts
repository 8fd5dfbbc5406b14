/** The table "From a tool to the app" of docs/architecture.md against the source. */
import { posix } from 'node:path';
import { tools } from '../../src/tools';
import { textOf } from './pages';

interface Walk {
  readonly tool: string;
  readonly files: readonly string[];
  readonly member: string;
}

const section = textOf('docs/architecture.md').split('## From a tool to the app')[1]?.split('\n## ')[0] ?? '';

const walks: readonly Walk[] = [
  ...section.matchAll(/^\| `(?<tool>\w+)` +\| (?<files>`[^|]+) \| `(?<member>[^`]+)`/gm),
].map(({ groups = {} }) => ({
  tool: groups.tool ?? '',
  files: [...(groups.files ?? '').matchAll(/`([^`]+)`/g)].map(([, file = '']) => `src/${file}`),
  member: groups.member ?? '',
}));

/** The files that a file imports, as values or as types. */
function importsOf(path: string): string[] {
  return [...textOf(path).matchAll(/from '(\.[^']+)'/g)].map(
    ([, target = '']) => `${posix.join(posix.dirname(path), target)}.ts`,
  );
}

test('the call chains of five tools cross at most five files each', () => {
  expect(walks).toHaveLength(5);
  for (const { files } of walks) expect(files.length).toBeLessThanOrEqual(5);
});

describe.each(walks)('the call chain of $tool', ({ tool, files, member }) => {
  const [toolFile = '', service = ''] = files;

  test('begins in the file of the tool and continues in a service of the caller', () => {
    expect(tools.map(({ name }) => name)).toContain(tool);
    expect(posix.basename(toolFile, '.ts')).toBe(tool.replaceAll('_', '-'));
    const made = [...importsOf('src/vault/services.ts'), ...importsOf('src/vault/writing/writing.ts')];
    expect(made).toContain(service);
  });

  test('leads from each file to one that it imports', () => {
    const steps = files.slice(1, -1).map((file, index) => [file, files[index + 2]]);
    for (const [file = '', next] of steps) expect(importsOf(file)).toContain(next);
  });

  test('ends at the member of the app', () => {
    expect(textOf(files.at(-1) ?? '')).toContain(`.${member}(`);
  });
});

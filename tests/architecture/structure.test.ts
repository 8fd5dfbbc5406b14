import { readFileSync } from 'node:fs';
import { Linter, type Rule } from 'eslint';
import { createCompilerHost, createProgram, createSourceFile, type Program, ScriptTarget } from 'typescript';
import { parser } from 'typescript-eslint';
import { projectRoot, sourceFiles, type Import, importsBelow } from './imports';
import { doors } from './doors';
import members from '../../scripts/lint/dom-members.json';

describe('state of modules', () => {
  /** They run in threads of their own, and tests run them anew for each test file. */
  const isOfThread = (file: string): boolean => file.endsWith('-worker.ts');

  test('no module has a variable that its functions change: tests share modules', () => {
    const files = ['src', 'pkg/headless', 'pkg/bridge'].flatMap(folder =>
      sourceFiles(`${projectRoot}/${folder}`),
    );
    const changing = files.filter(
      file => !isOfThread(file) && /^(?:export )?(?:let|var) /mu.test(readFileSync(file, 'utf8')),
    );
    expect(files.length).toBeGreaterThan(700);
    expect(changing).toEqual([]);
  });
});

/** Loaded by Node: the types of a rule in plain JavaScript are unknown. */
const load: (path: string) => unknown = process.getBuiltinModule('module').createRequire(__filename);

function isRule(value: unknown): value is Rule.RuleModule {
  return typeof value === 'object' && value !== null && 'create' in value;
}

const snippet = `${projectRoot}/snippet.ts`;

/** The types of a file that is not on the disk. */
function programOf(code: string): Program {
  const options = { target: ScriptTarget.ES2022, strict: true };
  const host = createCompilerHost(options);
  const file = createSourceFile(snippet, code, ScriptTarget.ES2022, true);
  const getSourceFile: typeof host.getSourceFile = (name, version) =>
    name === snippet ? file : host.getSourceFile(name, version);
  return createProgram([snippet], options, { ...host, getSourceFile });
}

/** Those of the lines that a lint rule of ours finds. @param head a line of declarations before them */
function foundAmong(
  name: string,
  options: readonly unknown[],
  head: string,
  lines: readonly string[],
): string[] {
  const rule = load(`../../scripts/lint/${name}.cjs`);
  if (!isRule(rule)) throw new Error(`${name}.cjs exports no rule.`);
  const code = [head, ...lines].join('\n');
  const messages = new Linter({ cwd: projectRoot }).verify(
    code,
    {
      files: ['**/*.ts'],
      languageOptions: { parser, parserOptions: { programs: [programOf(code)] } },
      plugins: { lectern: { rules: { [name]: rule } } },
      rules: { [`lectern/${name}`]: ['error', ...options] },
    },
    snippet,
  );
  const broken = messages.find(({ fatal }) => fatal);
  if (broken !== undefined) throw new Error(broken.message);
  return [...new Set(messages.map(({ line }) => lines[line - 2] ?? `line ${line}`))];
}

describe('bounded needles', () => {
  const forbidden = [
    'text.includes(needle);',
    'text.indexOf(needle, 1);',
    'text.lastIndexOf(needle);',
    'text.split(needle);',
    'text.replace(needle, () => "");',
    'text.replaceAll(needle, () => "");',
    'text.search(needle);',
    'text.match(needle);',
    'text.matchAll(needle);',
    'text["includes"](needle);',
    'maybe?.includes(needle);',
    'textOrList.includes(needle);',
    'text.slice(1).includes(needle.slice(2));',
    'text.includes(`${needle}.`);',
    'list.some(one => text.includes(one));',
    '{ const inner = needle.trim(); text.includes(inner); }',
    '(<T extends string>(wanted: T) => text.includes(wanted))("a");',
    '((...given: [string]) => text.includes(...given))("a");',
  ];

  const allowed = [
    'text.includes("---");',
    'text.split(`\\n`);',
    // Other rules look at patterns.
    'text.replace(/a/gu, () => "");',
    'text.split(/,/u);',
    'text.indexOf(ofModule);',
    '((mark: "(" | "[") => text.lastIndexOf(mark))("(");',
    '"aeiou".includes(needle);',
    'vowels.indexOf(needle);',
    'list.includes(needle);',
    'new Set(list).has(needle);',
    'text.startsWith(needle);',
    'text.endsWith(needle);',
  ];

  const head =
    'declare const text: string, needle: string, list: readonly string[], maybe: string | undefined, textOrList: string | readonly string[]; const vowels = "ae", ofModule = String.fromCharCode(1);';

  test('the lint rule finds each way to look for a text from outside, and nothing else', () => {
    expect(foundAmong('bounded-needles', [], head, [...forbidden, ...allowed])).toEqual(forbidden);
  });
});

describe('members of the DOM', () => {
  const forbidden = [
    'new Blob([]).stream();',
    '{ const { stream } = new Blob([]); }',
    'AbortSignal.timeout(1);',
    'reportError(1);',
    // It came with Chrome 116.
    'AbortSignal.any([]);',
  ];
  const allowed = [
    'own.stream;',
    '{ const { stream } = own; }',
    'new Blob([]).type;',
    'new URL("a:b");',
    'Promise.all([]);',
  ];

  test('the lint rule finds those that are not known and those that came later, and no names of our own', () => {
    const head = 'const own = { stream: 1 };';
    expect(foundAmong('dom-members', [115], head, [...forbidden, ...allowed])).toEqual(forbidden);
  });

  test('the table has no member whose name stands nowhere in the source', () => {
    const used = new Set(
      sourceFiles(`${projectRoot}/src`).flatMap(file => readFileSync(file, 'utf8').match(/\w+/gu) ?? []),
    );
    const nameOf = (member: string): string => member.slice(member.lastIndexOf('.') + 1);
    expect(Object.keys(members.members).filter(member => !used.has(nameOf(member)))).toEqual([]);
  });
});

describe('doors', () => {
  function roomOf(path: string): string {
    return (path.split('/')[1] ?? '').replace(/\.ts$/, '');
  }

  function isAllowed({ from, to, isOurs, typesOnly }: Import): boolean {
    const room = roomOf(from);
    const door = doors[room];
    if (door === undefined) return false;
    if (!isOurs)
      return door.packages.some(name => to === name || to.startsWith(name.endsWith(':') ? name : `${name}/`));
    if (!to.startsWith('src/')) return false;
    const target = roomOf(to);
    return (
      target === room || door.ours.includes(target) || (typesOnly && door.types?.includes(target) === true)
    );
  }

  const inSrc = importsBelow('src');

  test('until the layout is ready, few modules are evaluated besides the texts of the interface, and none of packages', () => {
    const imports = inSrc.filter(({ typesOnly, isDynamic }) => !typesOnly && !isDynamic);
    const found = new Set(['src/main.ts']);
    for (const from of found) for (const one of imports) if (one.from === from) found.add(one.to);
    expect([...found].sort().filter(path => !path.startsWith('src/ui/text/'))).toEqual([
      'obsidian',
      'src/main.ts',
      'src/plugin-control.ts',
      'src/settings/clients/desktop-extension.ts',
      'src/settings/clients/setup-texts.ts',
      'src/ui/activity/activity-view.ts',
      'src/ui/notices.ts',
      'src/ui/plain-words.ts',
      'src/utils/collections.ts',
      'src/utils/text/pieces.ts',
      'src/utils/text/visible-text.ts',
    ]);
  });

  describe('imports between folders', () => {
    test('are only those that the table allows', () => {
      const forbidden = inSrc
        .filter(found => !isAllowed(found))
        .map(({ from, to }) => `${from} imports ${to}, which doors.ts does not allow src/${roomOf(from)}`);
      expect(forbidden).toEqual([]);
    });

    // The front of several vaults has no plugin in its process: it listens with the plugin's own server, so that its
    // checks and refusals are the same.
    const isOfFront = (from: string, to: string): boolean =>
      from.startsWith('pkg/headless/front/') &&
      (roomOf(to) === 'server' || ['src/platform.ts', 'src/errors.ts'].includes(to));

    const utilities = ['glob-utils', 'json', 'near', 'urls'].map(name => `src/utils/${name}.ts`);
    const shared = ['src/settings/clients/setup-texts.ts', ...utilities];

    test('of the host are only src/markdown, the texts for clients, four files of utilities, the schema of settings in doctor, the server in the front of several vaults, and the control interface as types', () => {
      const forbidden = importsBelow('pkg').filter(
        ({ from, to, isOurs, typesOnly }) =>
          !from.startsWith('pkg/bench/') &&
          isOurs &&
          to.startsWith('src/') &&
          roomOf(to) !== 'markdown' &&
          !shared.includes(to) &&
          !isOfFront(from, to) &&
          !(from.startsWith('pkg/headless/command/doctor/') && to === 'src/settings/schema.ts') &&
          !(typesOnly && roomOf(to) === 'control'),
      );
      expect(forbidden).toEqual([]);
    });

    test('of the plugin do not include the file system', () => {
      expect(
        inSrc.filter(({ to }) => /^(node:)?(fs|child_process|worker_threads|vm)(\/|$)/.test(to)),
      ).toEqual([]);
    });
  });

  /** The folders of `src/search`, lowest first; those in a row do not know each other. */
  const searchLayers = [['text'], ['words'], ['match', 'query'], ['plan'], ['index'], ['rank'], ['show']];

  function layerOf(path: string): number {
    const folder = path.split('/').slice(2, -1)[0];
    if (folder === undefined) return searchLayers.length;
    return searchLayers.findIndex(layer => layer.includes(folder));
  }

  describe('the search', () => {
    const inSearch = inSrc.filter(({ from, to }) => [from, to].every(path => path.startsWith('src/search/')));

    test('has each of its folders in a layer', () => {
      expect(inSearch.filter(({ from, to }) => layerOf(from) < 0 || layerOf(to) < 0)).toEqual([]);
    });

    test('imports in each layer only from the layers below it', () => {
      const folderOf = (path: string): string => path.split('/').slice(0, 3).join('/');
      const upward = inSearch
        .filter(({ from, to }) => folderOf(from) !== folderOf(to) && layerOf(to) >= layerOf(from))
        .filter(({ from }) => layerOf(from) < searchLayers.length)
        .map(({ from, to }) => `${from} imports ${to}`);
      expect(upward).toEqual([]);
    });
  });

  describe('imports', () => {
    test('form no cycle in the plugin', () => {
      expect(cycleIn(inSrc.filter(({ isOurs }) => isOurs))).toBeUndefined();
    });

    // In the public API a file knows its vault and a vault its files, so types alone may go round there.
    test('form no cycle at run time in the host', () => {
      expect(
        cycleIn(importsBelow('pkg').filter(({ isOurs, typesOnly }) => isOurs && !typesOnly)),
      ).toBeUndefined();
    });
  });

  describe('source files', () => {
    test('have at most 500 lines', () => {
      const long = ['src', 'pkg', 'tests']
        .flatMap(folder => sourceFiles(`${projectRoot}/${folder}`))
        .filter(file => readFileSync(file, 'utf8').split('\n').length > 501);
      expect(long).toEqual([]);
    });

    test('of the plugin have at least ten lines', () => {
      const short = sourceFiles(`${projectRoot}/src`).filter(
        file => readFileSync(file, 'utf8').split('\n').length <= 10,
      );
      expect(short).toEqual([]);
    });
  });

  /** The first cycle found, as the files on it. */
  function cycleIn(imports: readonly Import[]): string[] | undefined {
    const targets = new Map<string, string[]>();
    for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
    const done = new Set<string>();
    const visit = (file: string, trail: readonly string[]): string[] | undefined => {
      if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
      if (done.has(file)) return undefined;
      for (const target of targets.get(file) ?? []) {
        const cycle = visit(target, [...trail, file]);
        if (cycle !== undefined) return cycle;
      }
      done.add(file);
      return undefined;
    };
    for (const file of targets.keys()) {
      const cycle = visit(file, []);
      if (cycle !== undefined) return cycle;
    }
    return undefined;
  }
});

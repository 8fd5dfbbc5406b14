import { Linter, type Rule } from 'eslint';
import { createCompilerHost, createProgram, createSourceFile, type Program, ScriptTarget } from 'typescript';
import { parser } from 'typescript-eslint';
import { projectRoot } from './imports';

/** Loaded by Node: the types of a rule in plain JavaScript are unknown. */
const rule: unknown = process.getBuiltinModule('module').createRequire(__filename)(
  '../../scripts/lint/bounded-needles.cjs',
);

function isRule(value: unknown): value is Rule.RuleModule {
  return typeof value === 'object' && value !== null && 'create' in value;
}

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

const fileName = `${projectRoot}/snippet.ts`;

/** The types of a file that is not on the disk. */
function programOf(code: string): Program {
  const options = { target: ScriptTarget.ES2022, strict: true };
  const host = createCompilerHost(options);
  const file = createSourceFile(fileName, code, ScriptTarget.ES2022, true);
  const getSourceFile: typeof host.getSourceFile = (name, version) =>
    name === fileName ? file : host.getSourceFile(name, version);
  return createProgram([fileName], options, { ...host, getSourceFile });
}

/** Those of the calls that the rule finds. */
function foundAmong(calls: readonly string[]): string[] {
  if (!isRule(rule)) throw new Error('bounded-needles.cjs exports no rule.');
  const head =
    'declare const text: string, needle: string, list: readonly string[], maybe: string | undefined, textOrList: string | readonly string[]; const vowels = "ae", ofModule = String.fromCharCode(1);';
  const code = [head, ...calls].join('\n');
  const messages = new Linter({ cwd: projectRoot }).verify(
    code,
    {
      files: ['**/*.ts'],
      languageOptions: { parser, parserOptions: { programs: [programOf(code)] } },
      plugins: { lectern: { rules: { 'bounded-needles': rule } } },
      rules: { 'lectern/bounded-needles': 'error' },
    },
    fileName,
  );
  const broken = messages.find(({ fatal }) => fatal);
  if (broken !== undefined) throw new Error(broken.message);
  return messages.map(({ line }) => calls[line - 2] ?? `line ${line}`);
}

test('the lint rule finds each way to look for a text from outside, and nothing else', () => {
  expect(foundAmong([...forbidden, ...allowed])).toEqual(forbidden);
});

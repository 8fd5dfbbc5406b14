/** Checks the text of notes and bases that are written. */
import { readBase } from '../../bases/document/base-document';
import { parseFrontmatter, splitFrontmatter } from '../../markdown/frontmatter/frontmatter';
import { tagsMeant, withUsualNames } from '../../markdown/tags';
import { jsonLine } from '../../utils/text/pieces';
import { intendedFiles, type Step } from './pipeline/steps';

/** A key on the line below an opening fence that nothing closes. */
const unclosed = /^\uFEFF?---[ \t]*\r?\n[\p{L}_][\p{L}\p{N}_ -]*:(?:\s|$)/u;
const tagsLine = /^["']?tags["']?[ \t]*:/iu;

/** A text that a step writes, and the one before it; empty for a new file. */
interface WrittenText {
  readonly path: string;
  readonly text: string;
  readonly before: string;
}

/** The written texts, without those in which only links change. */
function writtenTexts(step: Step): WrittenText[] {
  return intendedFiles(step).flatMap(({ path, isLinking, before, after }) =>
    isLinking === true || typeof after !== 'string'
      ? []
      : [{ path, text: after, before: typeof before === 'string' ? before : '' }],
  );
}

/** Problems of the properties that a step writes into a note. @param named whether the hint names the note */
export function noteHints(step: Step, named: boolean): string[] {
  return writtenTexts(step)
    .filter(({ path }) => /\.md$/iu.test(path))
    .map(written => propertyProblem(written, named ? ` of ${jsonLine(written.path)}` : ''))
    .filter(problem => problem !== undefined);
}

function propertyProblem({ text, before }: WrittenText, place: string): string | undefined {
  const { yaml } = splitFrontmatter(text);
  if (yaml === undefined)
    return unclosed.test(text) && !unclosed.test(before)
      ? `The properties${place} are not read: the \`---\` on line 1 is never closed.`
      : undefined;
  const passed = openedBelow(text, before);
  if (passed !== undefined)
    return `The properties${place} that \`---\` on line ${passed} opens are not read: it was never closed, and the new ones stand above it.`;
  const parsed = parseFrontmatter(yaml);
  // The opening fence is line 1.
  if (!parsed.ok && parsed.problem.kind === 'syntax')
    return `The properties${place} cannot be read: the YAML is broken on line ${parsed.problem.line + 1}.`;
  if (!parsed.ok && parsed.problem.kind === 'not_a_map')
    return `The properties${place} cannot be read: below line 1 there are no lines such as \`name: value\`.`;
  if (!parsed.ok && parsed.problem.kind !== 'empty')
    return `The properties${place} cannot be read: their YAML is too long or nested too deep.`;
  if (!parsed.ok || yaml === splitFrontmatter(before).yaml) return undefined;
  const tags = withUsualNames(parsed.value)?.['tags'];
  const isList = typeof tags === 'string' && tags.startsWith('[');
  if (!isList && tagsMeant(tags) === undefined) return undefined;
  const line = yaml.split('\n').findLastIndex(one => tagsLine.test(one)) + 2;
  return `The property \`tags\`${place} on line ${line} is one text, which Obsidian does not read as tags: write a list, such as [one, two].`;
}

/** The line of an opening fence that nothing closed before properties were put above it. */
function openedBelow(text: string, before: string): number | undefined {
  const old = before.replace(/^\uFEFF/u, '');
  if (!unclosed.test(old) || splitFrontmatter(old).yaml !== undefined || !text.endsWith(old))
    return undefined;
  return text.slice(0, -old.length).split('\n').length;
}

export function isBasePath(path: string): boolean {
  return /\.base$/iu.test(path);
}

/** Problems in the text of a base that a step writes; for invalid YAML, only that. */
export function baseWarnings(step: Step): readonly string[] {
  return writtenTexts(step).flatMap(({ path, text }) => {
    if (!isBasePath(path)) return [];
    const read = readBase(text);
    return read.ok ? read.base.warnings : [read.message];
  });
}

/** Edits the properties of a note: its YAML is parsed, spliced, and parsed again. */
import { isObject } from '../../utils/json';
import { isMap, isScalar, type Pair, type YAMLMap } from 'yaml';
import { ToolFailure } from '../../errors';
import { resolveEdits, type FrontmatterEdit, type Targets, sameValue } from './edits';
import { closeRemoval, closeSplices, newPair, wholeSplice, wideRemoval, type Page } from './pair-splices';
import { isBlank, itemStart, type CollectionItem } from './source';
import {
  afterByteOrderMark,
  locateFrontmatter,
  type LocatedFrontmatter,
  type Frontmatter,
  parseFrontmatter,
  type FrontmatterProblem,
} from '../frontmatter/frontmatter';
import { lineStart, detectNewline, type Newline } from '../text/lines';
import { spliced, type Splice } from '../text/splices';
import { readYaml, maxYamlDepth, maxYamlLength } from '../yaml/frontmatter-yaml';
import { scalarName } from '../yaml/yaml-value';
import { addTo, itemsOf } from '../../utils/collections';

/**
 * Edits properties in a note's text by splicing the YAML: only lines of the edited properties change, every other byte
 * stays. The result is parsed again before it is returned: either all properties are as wanted, or nothing is done.
 *
 * A new property goes below the others. A missing (or unclosed) block is created at the top, an empty one removed. If a
 * property occurs more than once, a change applies to the last one, a removal to all.
 *
 * @returns the new text; the same text if the properties already are as wanted.
 * @throws ToolFailure `invalid_frontmatter` if the YAML does not parse, is no block map, or cannot be changed in place;
 * `invalid_argument` for values that are not JSON, or an addition to something that is neither list nor text; `too_large`.
 */
export function editFrontmatter(text: string, edits: readonly FrontmatterEdit[]): string {
  const block = locateFrontmatter(text);
  const draft = block ? readDraft(text, block) : emptyDraft(detectNewline(text));
  const targets = resolveEdits(edits, draft.current);
  if (targets.size === 0) return text;
  const body = text.slice(block?.after ?? afterByteOrderMark(text));
  const expected = withTargets(draft.current, targets);
  let refused = refusal('The properties cannot be changed in place.');
  for (const way of ways) {
    const yaml = editedYaml(draft, targets, way);
    if (yaml === undefined) continue;
    const edited = withYaml(text, block, yaml, draft);
    const problem = editProblem(edited, body, expected, targets);
    if (!problem) return edited;
    refused = problem;
  }
  throw refused;
}

interface Way {
  readonly change: typeof closeSplices;
  readonly removal: typeof closeRemoval;
}

/** The least invasive way comes first; the next is used if its result does not parse as expected. */
const ways: readonly Way[] = [
  { change: closeSplices, removal: closeRemoval },
  { change: (page, key, item, _old, value) => [wholeSplice(page, key, item, value)], removal: wideRemoval },
];

/** The YAML with all target values; undefined if a property cannot be removed by whole lines. */
function editedYaml({ page, current, pairs }: Draft, targets: Targets, way: Way): string | undefined {
  const splices: Splice[] = [];
  let added = '';
  for (const [key, target] of targets) {
    const items = itemsOf(pairs, key);
    const last = items.at(-1);
    if (target && last) splices.push(...way.change(page, key, last, current[key], target.value));
    else if (target) added += newPair(page, key, target.value);
    else {
      for (const item of items) {
        const removal = way.removal(page, item);
        if (!removal) return undefined;
        splices.push(removal);
      }
    }
  }
  return spliced(page.text, splices) + added;
}

/** The note with `yaml` between the fences, which are added and removed as needed. */
function withYaml(
  text: string,
  block: LocatedFrontmatter | undefined,
  yaml: string,
  { page }: Draft,
): string {
  if (!block) {
    const start = afterByteOrderMark(text);
    const fence = `---${page.newline}`;
    return [text.slice(0, start), fence, yaml, fence, text.slice(start)].join('');
  }
  const withoutBlock = text.slice(0, block.start) + text.slice(block.after);
  // A second block below the first would become the frontmatter if the first were removed.
  if (isBlank(yaml) && !locateFrontmatter(withoutBlock)) return withoutBlock;
  return [text.slice(0, block.bodyStart), yaml, text.slice(block.bodyEnd)].join('');
}

/** The YAML between the fences, parsed for editing. */
interface Draft {
  readonly page: Page;
  readonly current: Frontmatter;
  /** The root map's pairs by name, duplicates in their order. */
  readonly pairs: ReadonlyMap<string, readonly CollectionItem[]>;
}

function emptyDraft(newline: Newline, text = ''): Draft {
  return { page: { text, newline, indent: 0 }, current: {}, pairs: new Map() };
}

/** @throws ToolFailure if the YAML does not parse or its root is not a block map. */
function readDraft(text: string, block: LocatedFrontmatter): Draft {
  const yaml = text.slice(block.bodyStart, block.bodyEnd);
  const read = readYaml(yaml, { keepSourceTokens: true });
  if (!read.ok) throw unreadable(read.problem);
  if (read.value === null) return emptyDraft(block.newline, yaml);
  if (!isObject(read.value)) throw unreadable({ kind: 'not_a_map' });
  const root = read.document.contents;
  if (!isMap(root) || root.srcToken?.type !== 'block-map') {
    throw refusal(
      'The properties are written as one map in braces, which cannot be edited in place.',
      'Put each property on its own line first.',
    );
  }
  const indent = indentOf(yaml, root.srcToken.items[0]);
  return { page: { text: yaml, newline: block.newline, indent }, current: read.value, pairs: pairsOf(root) };
}

function indentOf(yaml: string, first: CollectionItem | undefined): number {
  const start = (first && itemStart(first)) ?? 0;
  return start - lineStart(yaml, start);
}

function pairsOf(root: YAMLMap): Map<string, CollectionItem[]> {
  const pairs = new Map<string, CollectionItem[]>();
  for (const pair of root.items) {
    const name = keyName(pair);
    if (name !== undefined && pair.srcToken) addTo(pairs, name, pair.srcToken);
  }
  return pairs;
}

function keyName({ key }: Pair): string | undefined {
  if (key === null || key === undefined) return '';
  return isScalar(key) ? scalarName(key.value) : undefined;
}

function withTargets(current: Frontmatter, targets: Targets): ReadonlyMap<string, unknown> {
  const expected = new Map<string, unknown>(Object.entries(current));
  for (const [key, target] of targets) {
    if (target) expected.set(key, target.value);
    else expected.delete(key);
  }
  return expected;
}

/**
 * Parses an edited text again: its body must be `body` and its properties as `expected`.
 * @returns what is wrong with the edit; undefined if nothing is.
 */
function editProblem(
  edited: string,
  body: string,
  expected: ReadonlyMap<string, unknown>,
  targets: Targets,
): ToolFailure | undefined {
  const block = locateFrontmatter(edited);
  const yaml = block && edited.slice(block.bodyStart, block.bodyEnd);
  if (edited.slice(block?.after ?? afterByteOrderMark(edited)) !== body)
    return refusal('The text below the properties would change.');
  const parsed = parseFrontmatter(yaml ?? '');
  if (!parsed.ok && parsed.problem.kind !== 'empty') return unwritable(parsed.problem);
  const actual = new Map<string, unknown>(parsed.ok ? Object.entries(parsed.value) : []);
  for (const name of new Set([...expected.keys(), ...actual.keys()])) {
    const isSame = expected.has(name) === actual.has(name) && sameValue(expected.get(name), actual.get(name));
    if (isSame) continue;
    return targets.has(name)
      ? refusal('The property cannot be changed in place so that it reads back as requested.')
      : refusal(
          'The edit would also change another property, such as one that refers to an anchor in this one.',
        );
  }
  return undefined;
}

/** The failure for YAML that cannot be edited. Lines are the file's: the fence is the first. */
export function unreadable(problem: FrontmatterProblem, subject = "The note's YAML"): ToolFailure {
  switch (problem.kind) {
    case 'syntax':
      return refusal(`${subject} does not parse: see line ${problem.line + 1}.`);
    case 'not_a_map':
    case 'empty':
      return refusal(`${subject} is not a map of properties.`);
    case 'aliases':
      return refusal(
        `${subject} has an alias without an anchor, within its own anchor, or too many of them.`,
      );
    case 'too_large':
    case 'too_deep':
      return beyondCaps();
  }
}

function unwritable(problem: FrontmatterProblem): ToolFailure {
  if (problem.kind === 'too_large' || problem.kind === 'too_deep') return beyondCaps();
  return problem.kind === 'aliases'
    ? refusal(
        'An anchor in the property is used by another property.',
        'Change the properties that refer to it first.',
      )
    : refusal('After the edit the properties would no longer parse.');
}

export function refusal(message: string, hint?: string): ToolFailure {
  return new ToolFailure('invalid_frontmatter', message, hint === undefined ? {} : { hint });
}

function beyondCaps(): ToolFailure {
  return new ToolFailure(
    'too_large',
    `Properties can be edited up to ${maxYamlLength} characters of YAML and ${maxYamlDepth} levels of nesting.`,
  );
}

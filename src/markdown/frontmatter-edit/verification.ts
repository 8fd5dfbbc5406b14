import { ToolFailure } from '../../errors';
import { maxYamlDepth, maxYamlLength } from '../yaml/frontmatter-yaml';
import {
  afterByteOrderMark,
  locateFrontmatter,
  parseFrontmatter,
  type Frontmatter,
  type FrontmatterProblem,
} from '../frontmatter/frontmatter';
import type { Targets } from './edits';
import { sameValue } from './values';

/** The properties with the requested values. */
export function withTargets(current: Frontmatter, targets: Targets): ReadonlyMap<string, unknown> {
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
export function editProblem(
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
          'The edit would also change another property, as when that one refers to an anchor in this one.',
        );
  }
  return undefined;
}

/** The failure for YAML that cannot be edited. Lines are the file's: the fence is the first. */
export function unreadable(problem: FrontmatterProblem): ToolFailure {
  switch (problem.kind) {
    case 'syntax':
      return refusal(`The note's YAML does not parse: see line ${problem.line + 1} (${problem.code}).`);
    case 'not_a_map':
    case 'empty':
      return refusal("The note's YAML is not a map of properties.");
    case 'aliases':
      return refusal(
        "The note's YAML has an alias without an anchor, within its own anchor, or too many of them.",
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

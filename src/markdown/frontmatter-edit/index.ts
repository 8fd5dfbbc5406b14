import { itemsOf } from '../../utils/collections';
import { detectNewline } from '../text/line-endings';
import { afterByteOrderMark, locateFrontmatter, type FrontmatterBlock } from '../frontmatter/frontmatter';
import { readDraft, emptyDraft, type Draft } from './draft';
import { resolveEdits, type FrontmatterEdit, type Targets } from './edits';
import { closeRemoval, closeSplices, newPair, wholeSplice, wideRemoval } from './pair-splices';
import { spliced, type Splice } from '../text/splices';
import { isBlank } from './source';
import { editProblem, refusal, withTargets } from './verification';

export type { FrontmatterEdit } from './edits';
export { renameProperty } from './rename-property';

/**
 * Edits properties in a note's text by splicing the YAML: only lines of the touched properties change, every other
 * byte stays. The result is read again before it is answered: all properties are then as wanted, or nothing is done.
 *
 * A new property goes below the others, a missing (or unclosed) block on top, a block left without anything away. Of a
 * doubled property the last is changed, all are removed.
 *
 * @returns the new text; the same text where the properties already are as wanted.
 * @throws ToolFailure `invalid_frontmatter` where the YAML does not parse, is no block map, or cannot be changed in
 * place; `invalid_argument` for values that are no JSON or an addition to what is neither list nor text; `too_large`.
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
function withYaml(text: string, block: FrontmatterBlock | undefined, yaml: string, { page }: Draft): string {
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

/** Changes one part, or properties, in the text of one note. Pure. */
import { ToolFailure } from '../../../errors';
import { editBlock, editSection, type TargetEdit } from '../../../markdown/edits';
import { editFrontmatter, type FrontmatterEdit } from '../../../markdown/frontmatter-edit';
import type { NoteStructure } from '../../../markdown/structure/note-structure';
import { propertyKey } from '../../../utils/properties/property-names';

export interface Patch extends Omit<TargetEdit, 'content'> {
  readonly targetType: 'heading' | 'block' | 'frontmatter';
  readonly content?: string | undefined;
  readonly value?: unknown;
}

/** @throws ToolFailure `invalid_argument` for arguments that exclude each other */
export function checkPatch({ targetType, content, value, occurrence }: Patch): void {
  if ((content === undefined) === (value === undefined))
    throw new ToolFailure('invalid_argument', 'Exactly one of `content` and `value` is needed.');
  if (value !== undefined && targetType !== 'frontmatter')
    throw new ToolFailure('invalid_argument', '`value` is for properties only.', { hint: 'Pass `content`.' });
  if (occurrence !== undefined && targetType !== 'heading')
    throw new ToolFailure('invalid_argument', '`occurrence` is for headings only.');
}

/** @throws ToolFailure `target_not_found`, `target_ambiguous`, `invalid_frontmatter`, `invalid_argument` */
export function patched(text: string, patch: Patch, structure: () => NoteStructure): string {
  if (patch.targetType === 'frontmatter') return withProperty(text, patch);
  const edit = patch.targetType === 'heading' ? editSection : editBlock;
  return edit(text, structure(), { ...patch, content: patch.content ?? '' });
}

/** Creates a missing property: its position does not matter. */
function withProperty(text: string, { operation, target: key, value, content }: Patch): string {
  const kind = operation === 'replace' ? 'set' : operation;
  return editFrontmatter(text, [{ kind, key, value: value === undefined ? content : value }]);
}

/** The YAML of a note cannot hold more. */
const maxProperties = 10_000;

export interface PropertyChanges {
  readonly set?: Readonly<Record<string, unknown>> | undefined;
  readonly remove?: readonly string[] | undefined;
  /** Whether lists are replaced rather than added to. */
  readonly replace: boolean;
}

/** @throws ToolFailure `too_large`; `invalid_argument` if nothing is to change, or a key is both set and removed */
export function propertyEdits({ set = {}, remove = [], replace }: PropertyChanges): FrontmatterEdit[] {
  const keys = Object.keys(set);
  if (keys.length + remove.length > maxProperties)
    throw new ToolFailure('too_large', `More than ${maxProperties} properties are named.`);
  if (keys.length + remove.length === 0)
    throw new ToolFailure('invalid_argument', 'Neither `set` nor `remove` names a property.');
  const known = new Set(keys.map(propertyKey));
  if (remove.some(key => known.has(propertyKey(key))))
    throw new ToolFailure('invalid_argument', 'A property is both in `set` and in `remove`.');
  const kind = replace ? 'set' : 'merge';
  return [
    ...keys.map(key => ({ kind, key, value: set[key] }) as const),
    ...remove.map(key => ({ kind: 'remove', key }) as const),
  ];
}

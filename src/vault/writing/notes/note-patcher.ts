import { ToolFailure } from '../../../errors';
import { scanStructure } from '../../../markdown/structure/scan-structure';
import { editTags, type TagEdit, type TaggedText } from '../../../markdown/edits';
import { readFrontmatter } from '../../../markdown/frontmatter/frontmatter';
import { editFrontmatter } from '../../../markdown/frontmatter-edit';
import { allTags, withUsualNames } from '../../../markdown/tags';
import { jsonField } from '../../../utils/json/json-field';
import { propertyName } from '../../../utils/properties/property-names';
import { foldTag } from '../../../utils/properties/tags';
import { nearest } from '../../../utils/near';
import { oneLine } from '../../../utils/text/one-line';
import { propertyHints, type PropertySurroundings } from './property-hints';
import type { NoteChange, NoteWriter } from './note-writer';
import { checkPatch, patched, type Patch, type PropertyChanges, propertyEdits } from './patch';
import type { WriteCall } from '../pipeline/pipeline';
import { type WriteResult, withHints } from '../write-result';
import type { WriterContext } from '../writer-context';
import { declaredKind, meantValue } from './meant-value';
import { type UsualKind, usualKinds } from './usual-kinds';

interface Versioned {
  readonly path: string;
  readonly ifMatch?: string | undefined;
}

export interface NotePatch extends Patch, Versioned {}
export interface NoteProperties extends PropertyChanges, Versioned {}
/** With hints why nothing changed, if a name is missing in the note. */
export type HintedWrite = WriteResult & { hints?: string[] };

export interface NoteTagEdit extends TagEdit {
  readonly path: string;
}

/** Changes parts of the notes that one caller may write: sections, blocks, properties, tags. */
export class NotePatcher {
  constructor(
    private readonly writer: NoteWriter,
    private readonly context: WriterContext,
  ) {}

  /** @throws ToolFailure `target_not_found`, `target_ambiguous`, `invalid_frontmatter`, and as for any write */
  async patch(patch: NotePatch, call: WriteCall): Promise<WriteResult> {
    checkPatch(patch);
    const { path, ifMatch, targetType, operation, target } = patch;
    const { kind, ...asked } = await this.settingOf(patch, call.signal);
    let said: readonly string[] = [];
    const change: NoteChange = (text, structure) => {
      if (targetType !== 'frontmatter') return patched(text, patch, structure);
      const before = readFrontmatter(text) ?? {};
      const was = jsonField(before, propertyName(before, target) ?? target);
      const value = meantValue(patch.value, was, kind);
      const set = { [target]: value ?? patch.content };
      // The others extend the value that is there, so its kind is not that of what is set.
      if (operation === 'replace') said = propertyHints(before, { set, replace: true }, asked);
      return patched(text, { ...patch, value }, structure);
    };
    return withHints(await this.writer.change(path, ifMatch, change, call), said);
  }

  /** What is known beside the property that a patch sets. */
  private async settingOf(
    { targetType, target, value, content }: NotePatch,
    signal: AbortSignal,
  ): Promise<PropertySurroundings & { readonly kind: UsualKind | undefined }> {
    const { app, clock } = this.context;
    const isProperty = targetType === 'frontmatter';
    const usual = await usualKinds(isProperty ? { [target]: value ?? content } : {}, this.context, signal);
    const declared = isProperty && typeof value === 'string' ? await declaredKind(app, target) : undefined;
    const kind = declared ?? usual.get(target.toLowerCase());
    return {
      clock,
      usual,
      kind: kind === 'other' ? undefined : kind,
      ...(content === undefined ? {} : { way: 'as `value`' }),
    };
  }

  /** @throws ToolFailure `invalid_frontmatter`, and as for any write */
  async properties(changes: NoteProperties, call: WriteCall): Promise<HintedWrite> {
    const edits = propertyEdits(changes);
    let result = '';
    let said: readonly string[] = [];
    const { clock } = this.context;
    const usual = await usualKinds(changes.set ?? {}, this.context, call.signal);
    const change: NoteChange = function (text) {
      result = editFrontmatter(text, edits);
      said = propertyHints(readFrontmatter(text) ?? {}, changes, { clock, usual });
      return result;
    };
    const answer = await this.writer.change(changes.path, changes.ifMatch, change, call);
    const { remove = [] } = changes;
    if (said.length > 0 && answer.changed) return withHints(answer, said);
    if (answer.changed || remove.length === 0) return answer;
    const there = readFrontmatter(result) ?? {};
    const missing = remove.filter(name => propertyName(there, name) === undefined);
    return { ...answer, ...missingHints('property', missing, Object.keys(there)) };
  }

  /** @returns also the note's new tags */
  async tags(edit: NoteTagEdit, call: WriteCall): Promise<HintedWrite & { tags: string[] }> {
    if ((edit.add ?? []).length + (edit.remove ?? []).length === 0)
      throw new ToolFailure('invalid_argument', 'Neither `add` nor `remove` names a tag.');
    let result: TaggedText = { text: '', inlineTags: new Set() };
    // Tags are looked for in a note of any size.
    const change: NoteChange = text => {
      result = editTags(text, scanStructure(text, { isLimited: true }), edit);
      return result.text;
    };
    const answer = await this.writer.change(edit.path, undefined, change, call);
    const tags = tagsOf(result);
    if (answer.changed) return { ...answer, tags };
    const there = new Set(tags.map(foldTag));
    const given = (edit.remove ?? []).map(tag => tag.replace(/^#/u, () => ''));
    const missing = given.filter(tag => !there.has(foldTag(tag)));
    return { ...answer, tags, ...missingHints('tag', missing, tags) };
  }
}

/** Limit for hints about missing names. */
const maxHints = 5;
const maxNear = 3;

function missingHints(
  kind: string,
  missing: readonly string[],
  there: readonly string[],
): { hints?: string[] } {
  const hints = missing.slice(0, maxHints).map(name => {
    const near = nearest(name, there, maxNear).map(one => `\`${oneLine(one)}\``);
    const named = near.length === 0 ? '' : `; near names: ${near.join(', ')}`;
    return `The note has no ${kind} \`${oneLine(name.slice(0, 200))}\`${named}.`;
  });
  return hints.length === 0 ? {} : { hints };
}

/** Without `#`, each spelling once, those of the frontmatter first. */
function tagsOf({ text, inlineTags }: TaggedText): string[] {
  const tags = [...inlineTags].map(tag => ({ tag }));
  return [
    ...new Set(
      allTags({ frontmatter: withUsualNames(readFrontmatter(text)), tags }).map(tag => tag.slice(1)),
    ),
  ];
}

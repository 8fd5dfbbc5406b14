import { ToolFailure } from '../../../errors';
import { editTags, type TagEdit, type TaggedText } from '../../../markdown/edits';
import { readFrontmatter } from '../../../markdown/frontmatter/frontmatter';
import { editFrontmatter } from '../../../markdown/frontmatter-edit';
import { allTags } from '../../../markdown/tags';
import type { DateClock } from '../../../utils/dates/dates';
import { propertyName } from '../../../utils/properties/property-names';
import { foldTag } from '../../../utils/properties/tags';
import { nearest } from '../../../utils/text/nearest';
import { oneLine } from '../../../utils/text/one-line';
import { propertyHints } from './property-hints';
import type { NoteChange, NoteWriter } from './note-writer';
import { checkPatch, patched, type Patch, type PropertyChanges, propertyEdits } from './patch';
import type { WriteCall } from '../pipeline/pipeline';
import type { WriteAnswer } from '../write-answer';

interface Versioned {
  readonly path: string;
  readonly ifMatch?: string | undefined;
}

export interface NotePatch extends Patch, Versioned {}
export interface NoteProperties extends PropertyChanges, Versioned {}
/** With hints why nothing changed, if a name is missing in the note. */
export type HintedWrite = WriteAnswer & { hints?: string[] };

export interface NoteTagEdit extends TagEdit {
  readonly path: string;
}

/** Changes parts of the notes that one caller may write: sections, blocks, properties, tags. */
export class NotePatcher {
  constructor(
    private readonly writer: NoteWriter,
    private readonly clock: DateClock,
  ) {}

  /** @throws ToolFailure `target_not_found`, `target_ambiguous`, `invalid_frontmatter`, and as for any write */
  patch(patch: NotePatch, call: WriteCall): Promise<WriteAnswer> {
    checkPatch(patch);
    return this.writer.change(
      patch.path,
      patch.ifMatch,
      (text, structure) => patched(text, patch, structure),
      call,
    );
  }

  /** @throws ToolFailure `invalid_frontmatter`, and as for any write */
  async properties(changes: NoteProperties, call: WriteCall): Promise<HintedWrite> {
    const edits = propertyEdits(changes);
    let result = '';
    let said: readonly string[] = [];
    const { clock } = this;
    const change: NoteChange = function* (text) {
      result = yield* editFrontmatter(text, edits);
      said = propertyHints(readFrontmatter(text) ?? {}, changes, clock);
      return result;
    };
    const answer = await this.writer.change(changes.path, changes.ifMatch, change, call);
    const { remove = [] } = changes;
    if (said.length > 0 && answer.changed) return { ...answer, hints: [...said] };
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
    const change: NoteChange = function* (text, structure) {
      result = yield* editTags(text, yield* structure(), edit);
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
const mostHints = 5;
const mostNear = 3;

function missingHints(
  kind: string,
  missing: readonly string[],
  there: readonly string[],
): { hints?: string[] } {
  const hints = missing.slice(0, mostHints).map(name => {
    const near = nearest(name, there, mostNear).map(one => `\`${oneLine(one)}\``);
    const named = near.length === 0 ? '' : `; near names: ${near.join(', ')}`;
    return `The note has no ${kind} \`${oneLine(name.slice(0, 200))}\`${named}.`;
  });
  return hints.length === 0 ? {} : { hints };
}

/** Without `#`, each spelling once, those of the frontmatter first. */
function tagsOf({ text, inlineTags }: TaggedText): string[] {
  const tags = [...inlineTags].map(tag => ({ tag }));
  return [...new Set(allTags({ frontmatter: readFrontmatter(text), tags }).map(tag => tag.slice(1)))];
}

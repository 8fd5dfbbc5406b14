import { ToolFailure } from '../../../errors';
import { editTags, type TagEdit, type TaggedText } from '../../../markdown/edits';
import { readFrontmatter } from '../../../markdown/frontmatter/frontmatter';
import { editFrontmatter } from '../../../markdown/frontmatter-edit';
import { allTags } from '../../../markdown/tags';
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
export interface NoteTagEdit extends TagEdit {
  readonly path: string;
}

/** Changes places in the notes that one caller may write: sections, blocks, properties, tags. */
export class NotePatcher {
  constructor(private readonly writer: NoteWriter) {}

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
  properties(changes: NoteProperties, call: WriteCall): Promise<WriteAnswer> {
    const edits = propertyEdits(changes);
    return this.writer.change(changes.path, changes.ifMatch, text => editFrontmatter(text, edits), call);
  }

  /** @returns also the tags that the note has then */
  async tags(edit: NoteTagEdit, call: WriteCall): Promise<WriteAnswer & { tags: string[] }> {
    if ((edit.add ?? []).length + (edit.remove ?? []).length === 0)
      throw new ToolFailure('invalid_argument', 'Neither `add` nor `remove` names a tag.');
    let result: TaggedText = { text: '', inlineTags: new Set() };
    const change: NoteChange = function* (text, structure) {
      result = yield* editTags(text, yield* structure(), edit);
      return result.text;
    };
    const answer = await this.writer.change(edit.path, undefined, change, call);
    return { ...answer, tags: tagsOf(result) };
  }
}

/** Without `#`, each spelling once, the frontmatter's first. */
function tagsOf({ text, inlineTags }: TaggedText): string[] {
  const tags = [...inlineTags].map(tag => ({ tag }));
  return [...new Set(allTags({ frontmatter: readFrontmatter(text), tags }).map(tag => tag.slice(1)))];
}

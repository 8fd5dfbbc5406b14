import type { TFile } from 'obsidian';
import { editTags, takesOut, type TagEdit } from '../../../markdown/edits/tags/tag-edit';
import { editFrontmatter } from '../../../markdown/frontmatter-edit';
import { readFrontmatter } from '../../../markdown/frontmatter/frontmatter';
import type { UnreadableFields } from '../../queries/unreadable';
import type { WriteCall } from '../pipeline/pipeline';
import type { Step } from '../pipeline/steps';
import { type MultiWriteResult, stepsOfEach, withHints, writeMany } from '../write-result';
import type { WriterContext } from '../writer-context';
import { propertyEdits, requireTags } from './note-editor';
import { type PropertyChanges, propertyHints } from '../../hints/property-hints';
import { eachTag, withTagList } from './meant-value';
import { namesFolder, type NoteSelection, SelectedNotes, selectsNotes } from './selected-notes';
import { tagPlaces } from './tag-places';
import { usualKinds } from '../../hints/usual-kinds';
import { storable } from './whole-note';

type NoteChange = (text: string, file: TFile) => string | Promise<string>;

export interface ManyWriteResult extends MultiWriteResult, UnreadableFields {
  /** Notes that the arguments select. */
  count: number;
}

/** Makes the same change in several notes of one caller: in all of them or none, as one change. */
export class ManyNotesEditor {
  constructor(private readonly context: WriterContext) {}

  /** Whether the arguments of a call are for several notes. */
  isFor(selection: NoteSelection): boolean {
    return selectsNotes(selection) || namesFolder(this.context, selection.path);
  }

  /** @throws ToolFailure as `SelectedNotes`, `invalid_frontmatter`, and as for any write */
  async properties(
    selection: NoteSelection,
    given: PropertyChanges,
    call: WriteCall,
  ): Promise<ManyWriteResult> {
    const changes = { ...given, set: withTagList(given.set) };
    const edits = propertyEdits(changes);
    const { clock } = this.context;
    const usual = await usualKinds(changes.set ?? {}, this.context, call.signal);
    const said = new Set<string>();
    const change = (text: string): string => {
      for (const hint of propertyHints(readFrontmatter(text) ?? {}, changes, { clock, usual }))
        said.add(hint);
      return editFrontmatter(text, edits);
    };
    return withHints(await this.run(selection, change, call), [...said]);
  }

  /** @throws ToolFailure as `SelectedNotes`, `invalid_frontmatter`, and as for any write */
  tags(selection: NoteSelection, given: TagEdit, call: WriteCall): Promise<ManyWriteResult> {
    const edit = { ...given, add: eachTag(given.add), remove: eachTag(given.remove) };
    requireTags(edit);
    const concerns = takesOut(edit);
    const change = async (text: string, file: TFile): Promise<string> =>
      editTags(text, await tagPlaces({ file, text, concerns }, this.context, call.signal), edit).text;
    return this.run(selection, change, call);
  }

  private async run(
    selection: NoteSelection,
    change: NoteChange,
    given: WriteCall,
  ): Promise<ManyWriteResult> {
    const { notes, pipeline } = this.context;
    const selected = new SelectedNotes(this.context, selection);
    const call = { ...given, dryRun: given.dryRun || selected.isPreview };
    const stepsOf = async (file: TFile): Promise<Step[]> => {
      const before = await notes.readFile(file, call.signal);
      return [{ kind: 'edit', file, before, text: storable(await change(before.text, file), before.text) }];
    };
    const { plan, answer: written } = await writeMany(this.context, {
      call,
      targets: async () => (await selected.find(call.signal)).map(({ path }) => path),
      plan: async () => {
        const found = await selected.find(call.signal);
        const loop = pipeline.loop(call.signal);
        return { steps: await stepsOfEach(found, 'Note', { call, loop }, stepsOf) };
      },
    });
    const count = plan.steps.length;
    const { hints = [], ...unreadable } = await selected.hinted(count, call.signal);
    const isOpen = selected.isPreview && written.filesChanged > 0;
    const answer = { ...written, ...unreadable, count };
    return withHints(answer, isOpen ? [...hints, confirmHint(count)] : hints);
  }
}

function confirmHint(count: number): string {
  return `Nothing was written: pass \`expectedCount: ${count}\` to change them.`;
}

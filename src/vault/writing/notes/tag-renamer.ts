import { atOrBelow } from '../../access/visible-folders';
import type { TFile } from 'obsidian';
import { adviceFor, ToolFailure } from '../../../errors';
import { renameTag } from '../../../markdown/edits/tags/tag-edit';
import { tagName } from '../../../markdown/edits/tags/inline-tags';
import { namingBaseHints } from '../../bases/naming-bases';
import { advicePast } from '../../queries/unreadable';
import { nearest } from '../../../utils/near';
import { tagsMeant, withUsualNames } from '../../../markdown/tags';
import { foldTag, tagCovers } from '../../../utils/properties/property-names';
import { filtered, forEachInTurn, someInTurn } from '../../../utils/slicing/time-slicer';
import type { Plan, WriteCall } from '../pipeline/pipeline';
import type { Step } from '../pipeline/steps';
import { tagPlaces } from './tag-places';
import { storable } from './whole-note';
import { type MultiWriteResult, stepsOfEach, writeMany } from '../write-result';
import { someOf } from '../../hints/missing-names';
import { renamedTagHints } from '../../hints/tag-hints';
import type { WriterContext } from '../writer-context';

interface TagRenaming {
  readonly from: string;
  readonly to: string;
  /** Only notes below this folder. */
  readonly path?: string | undefined;
}

export class TagRenamer {
  constructor(private readonly context: WriterContext) {}

  /** @throws ToolFailure `not_found` if no note has the tag, and like any write */
  async rename(renaming: TagRenaming, call: WriteCall): Promise<MultiWriteResult> {
    const from = tagName(renaming.from, true);
    const to = tagName(renaming.to);
    const { answer } = await writeMany(this.context, {
      call,
      targets: async () => (await this.tagged(from, renaming.path, call.signal)).map(({ path }) => path),
      plan: () => this.plan(from, to, renaming.path, call),
    });
    return answer;
  }

  private async hints(
    from: string,
    to: string,
    folder: string | undefined,
    signal: AbortSignal,
  ): Promise<string[]> {
    const { files, tagIndex, slicer } = this.context;
    const tags = await tagIndex.all(signal);
    const isRenamed = atOrBelow(files.folder(folder));
    const known = { tags, isRenamed, isSeen: (note: TFile) => files.canSee(note) };
    return [
      ...(await renamedTagHints(from, to, known, { slicer, signal })),
      ...(await this.textHints(from, folder, signal)),
      ...(await namingBaseHints([{ kind: 'tags', name: from, newName: to }], this.context, signal)),
    ];
  }

  /** The notes that name the tag in a text such as `a, b`, which is no list of tags and stays. */
  private async textHints(from: string, folder: string | undefined, signal: AbortSignal): Promise<string[]> {
    const { facts, files, slicer } = this.context;
    const wanted = foldTag(from);
    const isInPlace = atOrBelow(files.folder(folder));
    const loop = { slicer, signal };
    const isText = (note: TFile): boolean => {
      if (!isInPlace(note.path)) return false;
      const meant = tagsMeant(withUsualNames(facts.of(note).frontmatter)?.['tags']) ?? [];
      return meant.some(tag => tagCovers(wanted, foldTag(tag)));
    };
    const notes = await filtered(await files.notesSliced(loop), isText, loop);
    if (notes.length === 0) return [];
    const shown = someOf(notes.map(({ path }) => path));
    const way = adviceFor(
      ['`update_tags` makes it a list.', '`update_frontmatter` can set a list.'],
      this.context.shows,
    );
    return [`Not changed, because their property \`tags\` is text, not a list: ${shown}. ${way}`.trimEnd()];
  }

  private async plan(from: string, to: string, folder: string | undefined, call: WriteCall): Promise<Plan> {
    const { notes, targets, slicer } = this.context;
    const { signal } = call;
    const concerns = (tag: string): boolean => tagCovers(foldTag(from), foldTag(tag));
    const tagged = await this.tagged(from, folder, signal);
    for (const { path } of tagged) targets.allow(path);
    const stepsOf = async (file: TFile): Promise<Step[]> => {
      const before = await notes.readFile(file, signal);
      const places = await tagPlaces({ file, text: before.text, concerns }, this.context, signal);
      const text = storable(renameTag(before.text, places, from, to), before.text);
      return text === before.text ? [] : [{ kind: 'edit', file, before, text }];
    };
    const steps = await stepsOfEach(tagged, 'Note', { call, loop: { slicer, signal } }, stepsOf);
    const hints = await this.hints(from, to, folder, signal);
    return { steps, hints, action: { kind: 'renameTag', from, to, notes: steps.length } };
  }

  private async tagged(tag: string, folder: string | undefined, signal: AbortSignal): Promise<TFile[]> {
    const { files, tagIndex, slicer } = this.context;
    const isInPlace = atOrBelow(files.folder(folder));
    const all = await tagIndex.all(signal);
    const isSeen = (file: TFile): boolean => isInPlace(file.path) && files.canSee(file);
    const found = [...(all.get(foldTag(tag))?.within ?? [])].filter(isSeen);
    if (found.length > 0) return found.sort((a, b) => (a.path < b.path ? -1 : 1));
    const tags: string[] = [];
    const loop = { slicer, signal };
    await forEachInTurn([...all.values()], loop, async known => {
      if (await someInTurn(known.within, loop, isSeen)) tags.push(await known.spelling(loop, isSeen));
    });
    const [textHint] = await this.textHints(tag, folder, signal);
    const ways = ['Find tags with `list_tags`.', 'Look for the tag with `search`.', 'Check the tag.'];
    const unreadable = await this.context.hints.unreadableAt(folder, signal);
    throw new ToolFailure('not_found', 'No note here has this tag.', {
      candidates: nearest(tag, tags, 5),
      hint: advicePast(unreadable, textHint === undefined ? ways : [textHint]),
    });
  }
}

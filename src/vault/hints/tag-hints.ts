import type { TFile } from 'obsidian';
import { adviceFor } from '../../errors';
import { nearest } from '../../utils/near';
import { foldTag, wantedTag } from '../../utils/properties/property-names';
import { forEachInTurn, filtered, type SlicedLoop } from '../../utils/slicing/time-slicer';
import { allQuoted, asQuery, counted, oneLine, quoted } from '../../utils/text/pieces';
import type { VisibleVault } from '../index/indexes';
import type { TagNotes } from '../index/tag-index';

const shownNear = 5;

/** Hints about the tags of a query, from what one caller sees. */
export class TagHints {
  constructor(private readonly context: VisibleVault) {}

  /** Hints on tags that no note has, with similar ones. */
  async missing(tags: readonly string[], signal: AbortSignal): Promise<string[]> {
    const known = tags.length === 0 ? undefined : await this.context.tagIndex.all(signal);
    const missing = tags.filter(tag => !this.isThere(known?.get(wantedTag(tag))));
    const spellings = missing.length === 0 ? [] : await this.spellings(signal);
    return missing.map(tag => {
      const near = nearTags(wantedTag(tag), spellings);
      if (near === undefined && /[\s,]/u.test(tag.trim()))
        return `${shownTag(tag)} is not a tag; for notes with several tags use \`where: ["tags=a", "tags=b"]\`.`;
      const listed = ['`list_tags` lists them', '`get_vault_info` lists the main ones'];
      const way = near ?? adviceFor(listed, this.context.shows);
      return `No note has the tag ${shownTag(tag)}${way === '' ? '' : `; ${way}`}.`;
    });
  }

  /** Why no note of a folder has a tag with the prefix. @param folder '' for the whole vault */
  async ofPrefix(prefix: string | undefined, folder: string, signal: AbortSignal): Promise<string> {
    const place = folder === '' ? '' : ` in ${quoted(folder)}`;
    if (prefix === undefined) return `No note${place} has a tag.`;
    const near = folder === '' ? nearTags(prefix, await this.spellings(signal)) : undefined;
    return `No note${place} has a tag that begins with ${shownTag(prefix)}${near === undefined ? '' : `; ${near}`}.`;
  }

  /**
   * Hints on words such as `#idea`, which a search reads as text.
   * @param tags without `#`
   * @param found how many notes have the words
   */
  async ofWords(tags: readonly string[], found: number, signal: AbortSignal): Promise<string[]> {
    const hints = await this.missing(tags, signal);
    for (const tag of tags) {
      const notes = (await this.context.tagIndex.all(signal)).get(foldTag(tag));
      const count = [...(notes?.within ?? [])].filter(this.isSeen).length;
      if (count > found)
        hints.push(
          `${shownTag(tag)} was read as text; ${asQuery(`tag:${tag}`)} finds ${counted(count, 'note')} with the tag, in properties too.`,
        );
    }
    return hints;
  }

  private async spellings(signal: AbortSignal): Promise<string[]> {
    const { tagIndex, slicer } = this.context;
    const loop = { slicer, signal };
    const spellings: string[] = [];
    await forEachInTurn([...(await tagIndex.all(signal)).values()], loop, async notes => {
      if (this.isThere(notes)) spellings.push(await notes.spelling(loop, this.isSeen));
    });
    return spellings;
  }

  private readonly isSeen = (note: TFile): boolean => {
    const { files } = this.context;
    return !files.access.isNarrowed || files.canSee(note);
  };

  private isThere(notes: TagNotes | undefined): boolean {
    return notes !== undefined && [...notes.within].some(this.isSeen);
  }
}

/** `similar tags: #a, #b`. */
function nearTags(tag: string, spellings: readonly string[]): string | undefined {
  const near = nearest(foldTag(tag), spellings, shownNear).map(name => `#${name}`);
  return near.length === 0 ? undefined : `similar tags: ${allQuoted(near)}`;
}

function shownTag(tag: string): string {
  return quoted(`#${tag.replace(/^#/u, () => '')}`);
}

interface KnownTags {
  readonly tags: ReadonlyMap<string, TagNotes>;
  readonly isSeen: (note: TFile) => boolean;
  readonly isRenamed: (path: string) => boolean;
}

/** Unexpected effects of renaming a tag. @param from and `to`, without `#` */
export async function renamedTagHints(
  from: string,
  to: string,
  { tags, isSeen, isRenamed }: KnownTags,
  loop: SlicedLoop,
): Promise<string[]> {
  if (from === to) return ['`from` and `to` are the same tag, so nothing changes.'];
  const [old, wanted] = [foldTag(from), foldTag(to)];
  if (old === wanted) return [];
  const hints: string[] = [];
  const isBelow = wanted.startsWith(`${old}/`);
  // A tag nested in `from` is renamed itself.
  const stays = (note: TFile): boolean => isSeen(note) && !(isBelow && isRenamed(note.path));
  const there = await filtered([...(tags.get(wanted)?.own ?? [])], stays, loop);
  if (there.length > 0)
    hints.push(
      `#${to} already exists, in ${counted(there.length, 'note')}: #${from} is merged into it, and only undoing this change separates them again.`,
    );
  if (!isBelow) return hints;
  const isNested = ([tag, { own }]: readonly [string, TagNotes]): boolean =>
    tag.startsWith(`${old}/`) && [...own].some(note => isSeen(note) && isRenamed(note.path));
  const [nested] = await filtered([...tags], isNested, loop);
  if (nested === undefined) return hints;
  const shown = oneLine(await nested[1].spelling(loop, isSeen));
  return [...hints, `Nested tags are renamed too: #${shown} becomes #${to}${shown.slice(from.length)}.`];
}

import { adviceFor } from '../../errors';
import type { TFile } from 'obsidian';
import { foldTag, wantedTag } from '../../utils/properties/tags';
import { counted } from '../../utils/text/one-line';
import { nearest } from '../../utils/near';
import type { VisibleVault } from '../index/indexes';
import type { TagNotes } from '../index/tag-index';
import { sliced } from '../../utils/slicing/time-slicer';
import { cutText } from '../../utils/text/trimming';

const shownNear = 5;
const maxNameLength = 60;

/** Hints about the tags of a query, from what one caller sees. */
export class TagHints {
  constructor(private readonly context: VisibleVault) {}

  /** A sentence for each of the tags that no note has, with near ones. */
  async missing(tags: readonly string[], signal: AbortSignal): Promise<string[]> {
    if (tags.length === 0) return [];
    const known = await this.context.tagIndex.all(signal);
    const missing = tags.filter(tag => !this.isThere(known.get(wantedTag(tag))));
    if (missing.length === 0) return [];
    const spellings = await this.spellings(signal);
    return missing.map(tag => {
      const near = nearTags(wantedTag(tag), spellings);
      if (near === '' && /[\s,]/u.test(tag.trim()))
        return `${shownTag(tag)} is no tag; for notes with several tags use \`where: ["tags=a", "tags=b"]\`.`;
      const listed = adviceFor(
        ['`list_tags` lists those there are', '`get_vault_info` lists the main ones'],
        this.context.shows,
      );
      const ways = [near, listed].filter(text => text !== '').slice(0, 1);
      return `${[`No note has the tag ${shownTag(tag)}`, ...ways].join('; ')}.`;
    });
  }

  /** Why no note of a folder has a tag that begins so. @param folder '' for the whole vault */
  async ofPrefix(prefix: string | undefined, folder: string, signal: AbortSignal): Promise<string> {
    const place = folder === '' ? '' : ` in ${JSON.stringify(cutText(folder, maxNameLength))}`;
    if (prefix === undefined) return `No note${place} has a tag.`;
    const near = nearTags(prefix, await this.spellings(signal));
    const way = folder === '' && near !== '' ? `; ${near}` : '';
    return `No note${place} has a tag that begins with ${shownTag(prefix)}${way}.`;
  }

  private async spellings(signal: AbortSignal): Promise<string[]> {
    const { tagIndex, slicer } = this.context;
    const turn = slicer.slice({ signal });
    const spellings: string[] = [];
    for await (const notes of sliced([...(await tagIndex.all(signal)).values()], turn))
      if (this.isThere(notes)) spellings.push(await notes.spelling(turn, this.isSeen));
    return spellings;
  }

  /**
   * Of words such as `#idea`, which a search reads as text.
   * @param tags without `#`
   * @param found how many notes have the words
   */
  async ofWords(tags: readonly string[], found: number, signal: AbortSignal): Promise<string[]> {
    if (tags.length === 0) return [];
    const known = await this.context.tagIndex.all(signal);
    const hints = await this.missing(tags, signal);
    for (const tag of tags) {
      const notes = known.get(foldTag(tag));
      const count = notes === undefined ? 0 : [...notes.within].filter(this.isSeen).length;
      if (count > found)
        hints.push(
          `${shownTag(tag)} was read as text; \`tag:${cutText(tag, maxNameLength)}\` finds ${counted(count, 'note')} with the tag, in properties too.`,
        );
    }
    return hints;
  }

  private readonly isSeen = (note: TFile): boolean => {
    const { files } = this.context;
    return !files.access.isNarrowed || files.canSee(note);
  };

  private isThere(notes: TagNotes | undefined): boolean {
    return notes !== undefined && [...notes.within].some(this.isSeen);
  }
}

/** `near tags: #a, #b`; '' for none. */
function nearTags(tag: string, spellings: readonly string[]): string {
  const near = nearest(foldTag(tag), spellings, shownNear).map(name => `#${name}`);
  return near.length === 0 ? '' : `near tags: ${near.join(', ')}`;
}

/** The caller's own words, cut. */
function shownTag(tag: string): string {
  return `"#${tag
    .replace(/^#/u, () => '')
    .slice(0, maxNameLength)
    .toWellFormed()}"`;
}

import type { App, CachedMetadata, TFile } from 'obsidian';
import { HeadingOutline, headingLinkName, headingNames } from '../../../markdown/links/heading-subpath';
import { nearest } from '../../../utils/near';
import { isNote } from '../../access/visible-files';

/** The kinds of note parts that a link can name after its `#`. */
export type LinkPart = 'heading' | 'block' | 'footnote';

const maxSuggestions = 3;

/** The parts of one note that links can name. */
interface NoteParts {
  readonly outline: HeadingOutline;
  readonly cache: CachedMetadata;
  /** By subpath, as written. */
  readonly missing: Map<string, LinkPart | undefined>;
}

/** Checks whether notes have the headings, blocks and footnotes that many links name. */
export class LinkParts {
  private readonly known = new Map<TFile, NoteParts | undefined>();

  constructor(private readonly app: App) {}

  /**
   * The kind of part that the file lacks; undefined if none is missing, or the file is no note.
   * @param subpath of a link, from the `#` on
   */
  missing(file: TFile, subpath: string): LinkPart | undefined {
    if (subpath === '' || !isNote(file)) return undefined;
    const parts = this.partsOf(file);
    if (parts === undefined) return undefined;
    if (!parts.missing.has(subpath)) parts.missing.set(subpath, missingIn(parts, subpath));
    return parts.missing.get(subpath);
  }

  /** Subpaths of the note that are similar to a missing one, best first. */
  near(file: TFile, subpath: string): string[] {
    const parts = this.partsOf(file);
    if (parts === undefined) return [];
    const block = blockIdOf(subpath);
    if (block !== undefined) {
      const ids = Object.keys(parts.cache.blocks ?? {}).slice(0, maxCompared);
      return nearest(block, ids, maxSuggestions).map(id => `#^${id}`);
    }
    const compared = parts.outline.headings.slice(0, maxCompared);
    const names = new Set(compared.map(({ heading }) => headingLinkName(heading)));
    return nearest(headingNames(subpath).at(-1) ?? '', names, maxSuggestions).map(name => `#${name}`);
  }

  private partsOf(file: TFile): NoteParts | undefined {
    if (this.known.has(file)) return this.known.get(file);
    const cache = this.app.metadataCache.getFileCache(file);
    // The parts of a note that is not read yet are unknown.
    const parts =
      cache === null
        ? undefined
        : {
            outline: new HeadingOutline(cache.headings ?? []),
            cache,
            missing: new Map<string, LinkPart | undefined>(),
          };
    this.known.set(file, parts);
    return parts;
  }
}

/** Parts of one note that are compared with a name. */
const maxCompared = 5_000;

function missingIn({ outline, cache }: NoteParts, subpath: string): LinkPart | undefined {
  const block = blockIdOf(subpath);
  if (block !== undefined) return Object.hasOwn(cache.blocks ?? {}, block) ? undefined : 'block';
  const footnote = footnoteOf(subpath);
  if (footnote !== undefined)
    return cache.footnotes?.some(({ id }) => id.toLowerCase() === footnote) === true ? undefined : 'footnote';
  const names = headingNames(subpath);
  return names.length === 0 || outline.find(names) !== undefined ? undefined : 'heading';
}

/** In lower case, as the metadata cache has them. */
function blockIdOf(subpath: string): string | undefined {
  return /^#+\^([^#]+)#*$/u.exec(subpath)?.[1]?.toLowerCase();
}

/** The last bracket of `[[Note#[^1]]]` is not part of the link. */
function footnoteOf(subpath: string): string | undefined {
  return /^#+\[\^([^#\]]*)\]?#*$/u.exec(subpath)?.[1]?.toLowerCase();
}

import { type TAbstractFile, TFile } from 'obsidian';
import type { LinkPlace } from '../../markdown/edits/links/redirection';
import { linkPlaces } from '../../markdown/edits/links/link-places';
import { linkpathOf } from '../../markdown/links/link-target';
import { afterLine, lineStart } from '../../markdown/text/lines';
import { Derived, type IndexSource } from '../index/derived';
import type { LinkOccurrence } from './link-occurrences';
import type { Notes } from '../reading/notes';

/** A link of a canvas or base, with its surrounding text. */
export interface FileLinkOccurrence extends LinkOccurrence {
  readonly text: string;
  /** Whether `linkpath` is a vault path. */
  readonly isPath: boolean;
}

interface Known {
  readonly mtime: number;
  readonly size: number;
  readonly links: readonly FileLinkOccurrence[];
}

/** Bytes; a larger canvas takes too long to read without a pause and is left out. */
const maxBytes = 4_000_000;

/** The links of canvases and bases, which the app does not list; read on first use, then after each change of a file. */
export class LinkingFiles {
  private readonly known = new WeakMap<TFile, Known>();

  private readonly files: Derived<ReadonlySet<TFile>>;

  constructor(source: IndexSource) {
    const build = (): Promise<ReadonlySet<TFile>> =>
      Promise.resolve(new Set(source.app.vault.getFiles().filter(isLinkingFile)));
    this.files = new Derived(source, build, ({ forget }) => {
      const forgetOne = (file: TAbstractFile): void => {
        if (file instanceof TFile && isLinkingFile(file)) forget();
      };
      // A rename may change the kind of a file.
      return { created: forgetOne, deleted: forgetOne, renamed: forget };
    });
  }

  /** Every canvas and base of the vault. */
  all(signal: AbortSignal): Promise<ReadonlySet<TFile>> {
    return this.files.get(signal);
  }

  /** In the order of the text; no links for a file that is not text. */
  async linksOf(file: TFile, notes: Pick<Notes, 'readIfPossible'>): Promise<readonly FileLinkOccurrence[]> {
    const { mtime, size } = file.stat;
    const known = this.known.get(file);
    if (known?.mtime === mtime && known.size === size) return known.links;
    if (size > maxBytes) return [];
    const read = await notes.readIfPossible(file);
    if (read === undefined) return [];
    const kind = file.extension === 'canvas' ? 'canvas' : 'base';
    const links = occurrences(read.text, kind, linkPlaces(read.text, file.extension));
    this.known.set(file, { mtime, size, links });
    return links;
  }
}

export function isLinkingFile(file: TFile): boolean {
  return file.extension === 'canvas' || file.extension === 'base';
}

function occurrences(
  text: string,
  kind: 'canvas' | 'base',
  places: readonly LinkPlace[],
): FileLinkOccurrence[] {
  let line = 1;
  let seen = 0;
  return places.map(({ path, subpath, form, at, card }, index) => {
    for (let feed = text.indexOf('\n', seen); feed !== -1 && feed < at; feed = text.indexOf('\n', seen)) {
      line += 1;
      seen = feed + 1;
    }
    const isPath = form === 'canvas';
    const linkpath = isPath ? path : linkpathOf(path);
    const around = card ?? text.slice(lineStart(text, at), afterLine(text, at)).trim();
    return { link: path + subpath, linkpath, subpath, kind, line, column: index, text: around, isPath };
  });
}

import { type App, type TAbstractFile, TFile } from 'obsidian';
import { baseLinks, canvasLinks, type FileLink } from '../../markdown/links/file-links';
import { linkpathOf } from '../../markdown/links/link-target';
import type { SliceTurn } from '../../utils/slicing/time-slicer';
import { Derived } from '../index/derived';
import type { VaultEvents } from '../index/vault-events';
import type { LinkOccurrence } from './link-occurrences';
import type { Notes } from '../reading/notes';

/** A link of a canvas or base, with what stands around it. */
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

/** Bytes; a larger canvas takes too long to read at once and is left out. */
const mostBytes = 4_000_000;

/** The links of canvases and bases, which the app does not tell; read at the first question, then when a file has changed. */
export class LinkingFiles {
  private readonly known = new WeakMap<TFile, Known>();

  private readonly files: Derived<ReadonlySet<TFile>>;

  constructor(app: App, events: VaultEvents) {
    const build = async (turn: SliceTurn): Promise<ReadonlySet<TFile>> => {
      const found = new Set<TFile>();
      for (const file of app.vault.getFiles()) {
        if (isLinkingFile(file)) found.add(file);
        if (turn.due()) await turn.pause();
      }
      return found;
    };
    this.files = new Derived(events, build, ({ forget }) => {
      const forgetOne = (file: TAbstractFile): void => {
        if (file instanceof TFile && isLinkingFile(file)) forget();
      };
      // A rename may change what kind of file it is.
      return { created: forgetOne, deleted: forgetOne, renamed: forget };
    });
  }

  /** Every canvas and base of the vault. */
  all(turn: SliceTurn): Promise<ReadonlySet<TFile>> {
    return this.files.get(turn);
  }

  /** In the order of the text; none of what cannot be read as text. */
  async linksOf(file: TFile, notes: Pick<Notes, 'readIfPossible'>): Promise<readonly FileLinkOccurrence[]> {
    const { mtime, size } = file.stat;
    const known = this.known.get(file);
    if (known?.mtime === mtime && known.size === size) return known.links;
    if (size > mostBytes) return [];
    const read = await notes.readIfPossible(file);
    if (read === undefined) return [];
    const kind = file.extension === 'canvas' ? 'canvas' : 'base';
    const links = occurrences(read.text, kind, (kind === 'canvas' ? canvasLinks : baseLinks)(read.text));
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
  links: readonly FileLink[],
): FileLinkOccurrence[] {
  let line = 1;
  let seen = 0;
  return links.map(({ link, isPath, at, text: around }, index) => {
    for (let feed = text.indexOf('\n', seen); feed !== -1 && feed < at; feed = text.indexOf('\n', seen)) {
      line += 1;
      seen = feed + 1;
    }
    const linkpath = isPath ? link : linkpathOf(link);
    return { link, linkpath, kind, line, column: index, text: around, isPath };
  });
}

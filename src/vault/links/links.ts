import { addTo, itemsOf } from '../../utils/collections';
import { forEachInTurn } from '../../utils/slicing/time-slicer';
import type { VisibleVault } from '../index/indexes';
import type { TFile } from 'obsidian';
import { hasMoreLinks, type LinkOccurrence, linkOccurrences } from './link-occurrences';

/** A link with the file that it points to, if the caller sees one. */
export type ResolvedOccurrence = LinkOccurrence & { readonly target: TFile | undefined };

export interface WholeGraph {
  /** Paths that a note links to or embeds, each once. */
  outgoing(path: string): readonly string[];
  /** Paths of the notes that link to a file or embed it, perhaps itself; `linkingPaths` has canvases and bases too. */
  incoming(path: string): readonly string[];
}

/** Which paths link to which, by target: the graph for a caller with folder rules. */
interface NarrowedGraph {
  readonly targets: ReadonlyMap<string, readonly string[]>;
  readonly sources: ReadonlyMap<string, readonly string[]>;
}

/** Which notes link to which, as one caller sees it: links are resolved among the visible files alone. */
export class Links {
  private narrowed: Promise<NarrowedGraph> | undefined;

  constructor(private readonly context: VisibleVault) {}

  /** The links of a note with their target files; the first `maxLinks`. */
  *occurrences(file: TFile): Generator<ResolvedOccurrence, void> {
    for (const found of linkOccurrences(this.context.app.metadataCache.getFileCache(file)))
      yield { ...found, target: this.resolve(found.linkpath, file) };
  }

  /** Whether the note has more links than `occurrences` returns. */
  hasMore(file: TFile): boolean {
    return hasMoreLinks(this.context.app.metadataCache.getFileCache(file));
  }

  /** The file that a link in this note points to, if the caller sees one. */
  resolve(linkpath: string, source: TFile): TFile | undefined {
    if (linkpath === '') return source;
    const { app, files } = this.context;
    if (files.access.isNarrowed) return files.linkTarget(linkpath, source.path);
    return app.metadataCache.getFirstLinkpathDest(linkpath, source.path) ?? undefined;
  }

  /** Targets of a note's links; the link's text if there is no target. A path may come more than once. */
  *outgoingTargets(note: TFile): Generator<string, void> {
    const { files, graph } = this.context;
    if (!files.access.isNarrowed) yield* graph.targetsOf(note.path);
    for (const { target, linkpath } of this.occurrences(note)) yield target?.path ?? linkpath;
  }

  async whole(signal: AbortSignal): Promise<WholeGraph> {
    await this.context.readiness.wait(signal);
    const { files, graph } = this.context;
    if (!files.access.isNarrowed) {
      const backlinks = await graph.backlinks.get(signal);
      return { outgoing: path => graph.targetsOf(path), incoming: path => [...backlinks.of(path)] };
    }
    const { targets, sources } = await (this.narrowed ??= this.narrow(signal));
    return { outgoing: path => itemsOf(targets, path), incoming: path => itemsOf(sources, path) };
  }

  private async narrow(signal: AbortSignal): Promise<NarrowedGraph> {
    const targets = new Map<string, readonly string[]>();
    const sources = new Map<string, string[]>();
    const { files, slicer } = this.context;
    const loop = { slicer, signal };
    await forEachInTurn(await files.notesSliced(loop), loop, async note => {
      const found = new Set<string>();
      await forEachInTurn(this.occurrences(note), loop, ({ target }) => {
        if (target !== undefined) found.add(target.path);
      });
      targets.set(note.path, [...found]);
      for (const target of found) addTo(sources, target, note.path);
    });
    return { targets, sources };
  }
}

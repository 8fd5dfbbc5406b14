import type { App, TFile } from 'obsidian';
import { linkpathOf } from '../markdown/link-target';
import type { LinkGraph } from './link-graph';
import type { MetadataReadiness } from './metadata-readiness';
import type { TimeSlicer } from '../utils/time-slicer';
import type { VisibleFiles } from './visible-files';

export interface LinkParts {
  readonly app: App;
  readonly files: VisibleFiles;
  readonly graph: LinkGraph;
  readonly readiness: MetadataReadiness;
  readonly slicer: TimeSlicer;
}

/**
 * Which notes link to which, as one caller sees it. A caller whose rules hide files has its links resolved among
 * what it sees, as if the rest did not exist.
 */
export class Links {
  constructor(private readonly parts: LinkParts) {}

  /** Paths that a note links to or embeds, each once. */
  async outgoing(file: TFile, signal: AbortSignal): Promise<string[]> {
    const { files, graph, readiness } = this.parts;
    await readiness.wait(signal);
    return files.access.isNarrowed ? this.narrowedTargets(file) : graph.targetsOf(file.path);
  }

  /** Paths of the notes that link to a file or embed it, itself included where it links to itself. */
  async incoming(file: TFile, signal: AbortSignal): Promise<string[]> {
    const { files, graph, readiness, slicer } = this.parts;
    await readiness.wait(signal);
    if (!files.access.isNarrowed) return graph.sourcesOf(file.path);
    const turn = slicer.slice({ signal });
    const sources: string[] = [];
    for (const note of files.notes()) {
      if (this.narrowedTargets(note).includes(file.path)) sources.push(note.path);
      if (turn.due()) await turn.pause();
    }
    return sources;
  }

  private narrowedTargets(file: TFile): string[] {
    const cache = this.parts.app.metadataCache.getFileCache(file);
    const links = [...(cache?.links ?? []), ...(cache?.embeds ?? []), ...(cache?.frontmatterLinks ?? [])];
    const targets = new Set<string>();
    for (const { link } of links) {
      const linkpath = linkpathOf(link);
      const target = linkpath === '' ? file.path : this.parts.files.linkTarget(linkpath, file.path)?.path;
      if (target !== undefined) targets.add(target);
    }
    return [...targets];
  }
}

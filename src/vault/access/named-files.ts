import type { CallerContext } from '../caller-context';
import { parseReference } from './note-reference';
import { VaultPath } from './vault-path';

/** So many names of a call are looked for among aliases: each takes a look at every note. */
const mostAliases = 10;

/**
 * Prepares what a caller names before a tool looks for it: the app has to know what is on the disk, and a link that
 * leads nowhere may be somebody's alias.
 */
export class NamedFiles {
  constructor(private readonly context: CallerContext) {}

  /** @param references as callers give them: paths, links, `@daily`; those that name nothing are passed over */
  async settle(references: readonly string[], signal: AbortSignal): Promise<void> {
    const paths = new Set(references.flatMap(reference => this.unknownPaths(reference)));
    await Promise.all([...paths].map(path => this.context.newFiles.settle(path, signal)));
    for (const reference of references.slice(0, mostAliases)) await this.offerAliases(reference, signal);
  }

  /** For a link or a bare name that leads nowhere. */
  private async offerAliases(reference: string, signal: AbortSignal): Promise<void> {
    const { files, aliases } = this.context;
    const parsed = parseReference(reference);
    const name = parsed.kind === 'link' ? parsed.linkpath : parsed.kind === 'path' ? parsed.path : '';
    const isBare = parsed.kind === 'link' || !/[/.]/u.test(name);
    if (name === '' || !isBare || files.linkTarget(name, '') !== undefined) return;
    files.offer(name, await aliases.notesWith(name, signal));
  }

  /** Where the file could be, as far as the caller may see that and the app knows of nothing there. */
  private unknownPaths(reference: string): string[] {
    const { files, names } = this.context;
    const path = this.pathOf(reference);
    if (path === undefined || path.value === '' || path.isHidden) return [];
    const places = [path.value, ...(path.isFolderOnly ? [] : [path.withExtension('.md').value])];
    if (places.some(place => names.isTaken(place, file => files.canSee(file)))) return [];
    return places.filter(place => files.mayRead(place));
  }

  private pathOf(reference: string): VaultPath | undefined {
    const parsed = parseReference(reference);
    try {
      if (parsed.kind === 'path') return VaultPath.parseFolder(parsed.path);
      if (parsed.kind === 'periodic') return VaultPath.parse(this.context.files.periodicNote(parsed).path);
      return parsed.kind === 'link' ? VaultPath.parse(parsed.linkpath) : undefined;
    } catch {
      // The tool itself says what is wrong with it.
      return undefined;
    }
  }
}

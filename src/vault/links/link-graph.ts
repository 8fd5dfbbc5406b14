import { itemsOf, ValuesByKey } from '../../utils/collections';
import { Derived, type IndexSource } from '../index/derived';

/** Which paths link to which, by target. */
class BacklinkTable {
  private readonly sources = new ValuesByKey<string, string>();
  /** The targets under which each source is stored. */
  private readonly entered = new Map<string, readonly string[]>();

  enter(source: string, targets: readonly string[]): void {
    this.leave(source);
    this.entered.set(source, targets);
    for (const target of targets) this.sources.add(target, source);
  }

  leave(source: string): void {
    for (const target of itemsOf(this.entered, source)) this.sources.delete(target, source);
    this.entered.delete(source);
  }

  of(target: string): string[] {
    return [...this.sources.of(target)];
  }
}

/** The app's resolved links, also from target to source; linear in the number of links. */
export class LinkGraph {
  private readonly table: Derived<BacklinkTable>;

  constructor(private readonly source: IndexSource) {
    this.table = new Derived(
      source,
      async forEach => {
        const table = new BacklinkTable();
        const paths = Object.keys(source.app.metadataCache.resolvedLinks);
        await forEach(paths, path => table.enter(path, this.targetsOf(path)));
        return table;
      },
      ({ patch, forget }) => ({
        linksResolved: ({ path }) => patch(table => table.enter(path, this.targetsOf(path))),
        metadataDeleted: ({ path }) => patch(table => table.leave(path)),
        // A rename changes keys on both sides.
        renamed: forget,
      }),
    );
  }

  targetsOf(path: string): string[] {
    return Object.keys(this.source.app.metadataCache.resolvedLinks[path] ?? {});
  }

  /** Paths of the notes that link to each path. */
  backlinks(signal: AbortSignal): Promise<{ of(target: string): string[] }> {
    return this.table.get(signal);
  }
}

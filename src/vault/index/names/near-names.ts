import type { App } from 'obsidian';
import { NameFinder } from '../../../utils/text/folding';
import type { VaultEvents } from '../vault-events';
import type { IdleValue } from '../idle-values';
import type { Steps } from '../../../utils/slicing/steps';
import { drive, type SliceTurn } from '../../../utils/slicing/time-slicer';

const measuredAtOnce = 500;
/** From so many searches on, an index of all names costs less than reading them for each. */
const manySearches = 20;
/** Paths of deleted files are kept up to the number of existing files plus this many. */
const spare = 1000;

/** Finds files and folders with similar names: prepared on first use, then updated by vault events. */
export class NearNames {
  private finder: NameFinder | undefined;
  private gone = 0;
  private searches = 0;
  private indexing: Promise<void> | undefined;
  private readonly idle: IdleValue;

  constructor(
    private readonly app: App,
    events: VaultEvents,
  ) {
    this.idle = events.idle.add(() => this.forget());
    events.listen({
      created: file => this.finder?.add(file.path),
      deleted: () => this.lose(),
      renamed: file => {
        this.lose();
        this.finder?.add(file.path);
      },
    });
  }

  /** A finder over the paths of all files and folders, and of some deleted ones: each search says which count. */
  async open(turn: SliceTurn): Promise<NameFinder> {
    const finder = this.now();
    while (finder.measure(measuredAtOnce)) if (turn.due()) await turn.pause();
    return finder;
  }

  /** The same, prepared for hundreds of searches. */
  async openForMany(turn: SliceTurn): Promise<NameFinder> {
    const finder = await this.open(turn);
    await turn.share(
      shared =>
        (this.indexing ??= drive(finder.index(), shared).finally(() => {
          this.indexing = undefined;
        })),
    );
    return finder;
  }

  /** Runs one search in slices. */
  async search<Result>(turn: SliceTurn, search: (finder: NameFinder) => Steps<Result>): Promise<Result> {
    this.searches += 1;
    const isOneOfMany = this.searches >= manySearches;
    return drive(search(await (isOneOfMany ? this.openForMany(turn) : this.open(turn))), turn);
  }

  /** Like `open`, without waiting; the first search prepares what is missing. */
  now(): NameFinder {
    this.idle.used();
    return (this.finder ??= new NameFinder(this.app.vault.getAllLoadedFiles().map(file => file.path)));
  }

  private lose(): void {
    if (this.finder === undefined) return;
    this.gone += 1;
    if (this.gone > this.finder.size / 2 + spare) this.forget();
  }

  private forget(): void {
    this.finder = undefined;
    [this.gone, this.searches] = [0, 0];
  }
}

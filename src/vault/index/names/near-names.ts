import type { App } from 'obsidian';
import { NameFinder } from '../../../utils/text/folding';
import type { VaultEvents } from '../vault-events';
import type { IdleValue } from '../idle-values';
import { drive, type SliceTurn } from '../../../utils/slicing/time-slicer';

const measuredAtOnce = 500;
/** Paths of deleted files are kept up to the number of existing files plus this many. */
const spare = 1000;

/** Finds files and folders with similar names: prepared on first use, then updated by vault events. */
export class NearNames {
  private finder: NameFinder | undefined;
  private gone = 0;
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
    await drive(finder.index(), turn);
    return finder;
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
    this.gone = 0;
  }
}

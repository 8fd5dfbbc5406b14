import type { App, EventRef } from 'obsidian';
import { NameFinder } from '../utils/folding';
import type { SliceTurn } from '../utils/time-slicer';

const measuredAtOnce = 500;

/** Finds notes with names near to one: measured at the first question, and anew after notes came, went or moved. */
export class NearNames {
  private finder: NameFinder | undefined;

  constructor(
    private readonly app: App,
    listen: (ref: EventRef) => void,
  ) {
    const forget = (): void => {
      this.finder = undefined;
    };
    listen(app.vault.on('create', forget));
    listen(app.vault.on('delete', forget));
    listen(app.vault.on('rename', forget));
  }

  /** A finder over the paths of all notes: which of them a caller sees is to be told with each question. */
  async open(turn: SliceTurn): Promise<NameFinder> {
    const finder = (this.finder ??= new NameFinder(this.app.vault.getMarkdownFiles().map(note => note.path)));
    while (finder.measure(measuredAtOnce)) if (turn.due()) await turn.pause();
    return finder;
  }
}

import type { App } from 'obsidian';
import { ToolFailure } from '../errors';
import { after } from '../platform';
import type { TimeSlicer } from '../utils/time-slicer';

const patience = 20_000;
const pollInterval = 25;

/**
 * Waits until the app has read the metadata of every note, so that an early question is not answered from half
 * of it. The app tells of no moment at which that is so; a note that it cannot read would keep it open for
 * ever, so standing still for long enough counts as ready too.
 */
export class MetadataReadiness {
  private isReady = false;

  constructor(
    private readonly app: App,
    private readonly slicer: TimeSlicer,
  ) {}

  /** @throws ToolFailure `busy` when the vault is still opening after a long wait */
  async wait(signal: AbortSignal): Promise<void> {
    let waited = 0;
    let [missing, standstill] = [Infinity, 0];
    while (!this.isReady) {
      const now = await this.countMissing(signal);
      standstill = now < missing ? 0 : standstill + pollInterval;
      missing = now;
      this.isReady = now === 0 || standstill >= 2000;
      if (this.isReady) return;
      if (waited >= patience)
        throw new ToolFailure('busy', `The vault is still opening: ${now} notes are not read yet.`);
      await pause(pollInterval);
      waited += pollInterval;
    }
  }

  private async countMissing(signal: AbortSignal): Promise<number> {
    const turn = this.slicer.slice({ signal });
    let missing = 0;
    for (const note of this.app.vault.getMarkdownFiles()) {
      if (this.app.metadataCache.getFileCache(note) === null) missing += 1;
      if (turn.due()) await turn.pause();
    }
    return missing;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => after(milliseconds, resolve));
}

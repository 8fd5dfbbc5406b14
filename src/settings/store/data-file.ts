import type { Plugin } from 'obsidian';
import type { StoredData } from './migration';
import type { Settings } from '../schema';
import { InOrder } from '../../utils/lazily';

/** Delays before retrying to read a file without usable content, or to write it, in milliseconds. */
const waits = [100, 200, 500] as const;

/** Files that the plugin creates in its folder when used. If one exists, there have been settings. */
const traces = ['journal', 'activity.jsonl', '.data.json.icloud'] as const;

/** How many copies of damaged files are kept. */
const maxCopies = 20;

/** When a missing or empty file counts as lost, in a vault where this run has seen no settings yet. */
export type Expectation = 'always' | 'where used' | 'never';

/**
 * The plugin's `data.json`. The app returns `null` or `undefined` for a file that is missing, unreadable or
 * invalid, and hides failed writes (both seen in 1.13), so the file itself is checked in these cases.
 */
export class DataFile {
  private isKnown = false;
  /** Reads and writes run one after the other. */
  private readonly inOrder = new InOrder();

  constructor(
    private readonly plugin: Plugin,
    private readonly pause: (milliseconds: number) => Promise<void>,
  ) {}

  /**
   * Retries if the file is missing, empty or damaged: a sync program may be replacing it.
   * @param expected where used: if the plugin has left files in its folder
   */
  load(expected: Expectation): Promise<StoredData> {
    return this.inOrder.run(async () => {
      let stored = await this.look(expected);
      for (const wait of waits) {
        if (stored.kind === 'new' || stored.kind === 'found') break;
        await this.pause(wait);
        stored = await this.look(expected);
      }
      if (stored.kind === 'found') this.isKnown = true;
      return stored;
    });
  }

  /** @throws Error if the file does not contain the settings afterwards, even after retries */
  save(settings: Settings): Promise<void> {
    return this.inOrder.run(async () => {
      const text = JSON.stringify(settings);
      for (const wait of [...waits, undefined]) {
        await this.plugin.saveData(settings);
        this.isKnown = true;
        if (await this.holds(text)) return;
        if (wait !== undefined) await this.pause(wait);
      }
      throw new Error('data.json does not hold what was written.');
    });
  }

  /** Copies the file unchanged. @returns the name of the copy; undefined if it failed */
  keepAside(): Promise<string | undefined> {
    return this.inOrder.run(async () => {
      try {
        const { adapter } = this.plugin.app.vault;
        const bytes = await adapter.readBinary(this.path);
        for (let number = 1; number <= maxCopies; number += 1) {
          const name = number === 1 ? 'data.damaged.json' : `data.damaged-${number}.json`;
          const path = `${this.folder}/${name}`;
          const isFree = !(await adapter.exists(path));
          if (!isFree && !areEqual(await adapter.readBinary(path), bytes)) continue;
          if (isFree) await adapter.writeBinary(path, bytes);
          return name;
        }
      } catch {
        // The caller reports that there is no copy.
      }
      return undefined;
    });
  }

  private get folder(): string {
    const { app, manifest } = this.plugin;
    return manifest.dir ?? `${app.vault.configDir}/plugins/${manifest.id}`;
  }

  private get path(): string {
    return `${this.folder}/data.json`;
  }

  private async look(expected: Expectation): Promise<StoredData> {
    const data: unknown = await this.plugin.loadData().catch(() => undefined);
    if (data !== null && data !== undefined && !isEmptyObject(data)) return { kind: 'found', data };
    try {
      const { adapter } = this.plugin.app.vault;
      const text = (await adapter.exists(this.path)) ? await adapter.read(this.path) : '{}';
      if (text.trim() === '') return { kind: 'missing' };
      const own = parsed(text);
      if (!isEmptyObject(own)) return { kind: 'found', data: own };
      return { kind: (await this.isLost(expected)) ? 'missing' : 'new' };
    } catch {
      return { kind: 'damaged' };
    }
  }

  private async isLost(expected: Expectation): Promise<boolean> {
    if (this.isKnown || expected === 'always') return true;
    if (expected === 'never') return false;
    const { adapter } = this.plugin.app.vault;
    for (const name of traces) if (await adapter.exists(`${this.folder}/${name}`)) return true;
    return false;
  }

  private async holds(text: string): Promise<boolean> {
    try {
      return JSON.stringify(parsed(await this.plugin.app.vault.adapter.read(this.path))) === text;
    } catch {
      return false;
    }
  }
}

function parsed(text: string): unknown {
  return JSON.parse(text);
}

/** We write every setting, so an object without any counts as no file. */
function isEmptyObject(data: unknown): boolean {
  return typeof data === 'object' && data !== null && !Array.isArray(data) && Object.keys(data).length === 0;
}

function areEqual(one: ArrayBuffer, other: ArrayBuffer): boolean {
  const [bytes, others] = [new Uint8Array(one), new Uint8Array(other)];
  return bytes.length === others.length && bytes.every((byte, index) => byte === others[index]);
}

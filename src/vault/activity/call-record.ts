import { InOrder } from '../../utils/lazily';
import * as z from 'zod';
import { mapDefined } from '../../utils/collections';
import { parsedJson } from '../../utils/json';
import type { DataAdapter } from 'obsidian';
import { after, type Cancellable } from '../../platform';
import { lastName } from '../../utils/text/pieces';

/** A finished call as the activity log keeps it, one line of JSON each; without any text of a note. */
const callRecord = z.object({
  /** Milliseconds since 1970. */
  time: z.int(),
  token: z.string(),
  client: z.string().optional(),
  tool: z.string(),
  /** The call's effect on the vault; a preview of a change only reads. */
  effect: z.enum(['reads', 'writes']),
  /** The note or folder that the call named, as the client wrote it. */
  path: z.string().optional(),
  /** An error code, or `ok`. */
  outcome: z.string(),
  milliseconds: z.number(),
  /** The change in the journal, if the call made one. */
  changeId: z.string().optional(),
});
export type CallRecord = Readonly<z.output<typeof callRecord>>;
export type Effect = CallRecord['effect'];

/** How long records are gathered before they are written together, milliseconds. */
const gatherTime = 2000;

interface ActivityFileOptions {
  readonly adapter: DataAdapter;
  /** Vault path of the file, in the plugin's folder. */
  readonly path: string;
  readonly capacity: number;
}

/** The calls of earlier runs, on disk. Read and write errors are ignored: nothing depends on this file. */
export class ActivityFile {
  /** After a line that a crash cut off, the first element ends that line. */
  private waiting: string[] = [];
  private timer: Cancellable | undefined;
  private readonly steps = new InOrder();

  constructor(private readonly options: ActivityFileOptions) {}

  /** Returns the oldest first. Call it once, before anything is added; never rejects. */
  async load(): Promise<CallRecord[]> {
    const { adapter, path, capacity } = this.options;
    const text = await this.read();
    const lines = text.split('\n').filter(line => line !== '');
    const kept = lines.slice(-capacity);
    if (lines.length > 2 * capacity)
      void this.inOrder(() => adapter.write(path, kept.map(line => `${line}\n`).join('')));
    else if (text !== '' && !text.endsWith('\n')) this.waiting = ['\n', ...this.waiting];
    return mapDefined(kept, line => callRecord.safeParse(parsedJson(line)).data);
  }

  add(record: CallRecord): void {
    this.waiting.push(`${JSON.stringify(record)}\n`);
    this.timer ??= after(gatherTime, () => void this.flush());
  }

  /** Writes the gathered records; resolves when they are on disk. */
  flush(): Promise<void> {
    this.timer?.cancel();
    this.timer = undefined;
    const text = this.waiting.join('');
    this.waiting = [];
    return this.inOrder(() => (text === '' ? Promise.resolve() : this.append(text)));
  }

  clear(): Promise<void> {
    this.waiting = [];
    const { adapter, path } = this.options;
    return this.inOrder(async () => {
      if (await adapter.exists(path)) await adapter.remove(path);
    });
  }

  private async append(text: string): Promise<void> {
    const { adapter, path } = this.options;
    const folder = path.slice(0, path.lastIndexOf('/'));
    const name = lastName(path);
    // The file contains what clients asked for and must not be committed by accident.
    const ignore = `${folder}/.gitignore`;
    if (!(await adapter.exists(ignore))) await adapter.write(ignore, `${name}\n`);
    await adapter.append(path, text);
  }

  private async read(): Promise<string> {
    const { adapter, path } = this.options;
    try {
      return (await adapter.exists(path)) ? await adapter.read(path) : '';
    } catch {
      return '';
    }
  }

  private inOrder(work: () => Promise<void>): Promise<void> {
    return this.steps.run(work).catch(() => undefined);
  }
}

import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { VaultFolder } from '../support/files/vault-folder';
import { fileTime } from './fixed-sources';
import { generatedFiles } from './generated-notes';

/** The example vault as it was when the calls were recorded first. */
const frozen = join(__dirname, 'vault');

interface Kept {
  /** Tells whether the file was written since. */
  readonly stamp: string;
  readonly bytes: Buffer;
}

/** Of all files, by their paths in order. */
export type Contents = ReadonlyMap<string, Kept>;

/** The files of a folder and the folders below it, those before what is in them, by their paths with slashes. */
function everyPath(folder: string, below = ''): { readonly files: string[]; readonly folders: string[] } {
  const [files, folders]: [string[], string[]] = [[], []];
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = `${below}${entry.name}`;
    if (!entry.isDirectory()) {
      files.push(path);
      continue;
    }
    const inner = everyPath(folder, `${path}/`);
    files.push(...inner.files);
    folders.push(path, ...inner.folders);
  }
  return { files: files.sort(), folders };
}

/** The vault of all calls. What is known of its notes is kept, so that only the first start over it reads them all. */
export class GivenVault extends VaultFolder {
  private readonly given: Contents;
  private readonly givenFolders: ReadonlySet<string>;

  constructor() {
    super(generatedFiles);
    for (const path of everyPath(frozen).files) this.write(path, readFileSync(join(frozen, path)));
    const all = everyPath(this.path);
    for (const [nth, path] of all.files.entries()) this.setTime(path, nth);
    this.given = this.contents(new Map());
    this.givenFolders = new Set(all.folders);
  }

  /** @param known from before; a file with the same stamp is not read again */
  contents(known = this.given): Contents {
    return new Map(
      everyPath(this.path).files.map(path => {
        const { mtimeNs, size, ino } = statSync(`${this.path}/${path}`, { bigint: true });
        const stamp = `${mtimeNs},${size},${ino}`;
        const old = known.get(path);
        return [path, old?.stamp === stamp ? old : { stamp, bytes: readFileSync(join(this.path, path)) }];
      }),
    );
  }

  /** As if nobody had opened it: with its own files, at their times, and nothing else. */
  restore(): void {
    const now = this.contents();
    for (const path of now.keys()) if (!this.given.has(path)) rmSync(join(this.path, path));
    for (const [nth, [path, { bytes, stamp }]] of [...this.given].entries()) {
      if (now.get(path)?.stamp === stamp) continue;
      this.write(path, bytes);
      this.setTime(path, nth);
    }
    for (const path of everyPath(this.path).folders)
      if (!this.givenFolders.has(path)) rmSync(join(this.path, path), { recursive: true, force: true });
    this.forgetState();
  }

  /** Lectern would remove it when it is closed. */
  override remove(): void {}

  discard(): void {
    super.remove();
  }

  private setTime(path: string, nth: number): void {
    const seconds = fileTime(nth) / 1000;
    utimesSync(join(this.path, path), seconds, seconds);
  }

  /** All but what is known of the notes. */
  private forgetState(): void {
    const folder = join(this.parent, 'other-state');
    if (!existsSync(folder)) return;
    for (const name of readdirSync(folder))
      if (name !== 'metadata.records') rmSync(join(folder, name), { recursive: true });
  }
}

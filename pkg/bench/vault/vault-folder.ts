/** A generated vault on disk, made once for each size and version of the generator. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { type VaultFile, VaultGenerator } from './generator';
import { Random } from './random';
import { type Truth, truthSchema } from './truth';

/** To be increased with every change of a byte of the vault. */
const version = 2;

/** Of the vaults of this version; a generator that does not follow its seed fails here. */
const digests: Readonly<Record<string, string>> = {
  1000: 'b82956e167d993539d143beba60877e42fdb6cac91d7af6b298abf90cc832442',
  10000: '118298ff62e2fdc7aaf6da610403aede489cfd398bdc506663bc70274d062a9c',
  '10000-long': '52b46f6947d3a4386ca0b1f09cc7c0ba300fb4882e7c58bae52c984b93d57f2b',
};

const cacheRoot = join(tmpdir(), `lectern-bench-${userInfo().uid}`);

export class BenchVault {
  private constructor(
    readonly path: string,
    readonly truth: Truth,
    private readonly isLong: boolean,
  ) {}

  /** The generated vault with that many notes, from the cache if it is there. */
  static open(notes: number, isLong = false): BenchVault {
    const name = `${notes}${isLong ? '-long' : ''}`;
    const folder = join(cacheRoot, `vault-v${version}-${name}`);
    const path = join(folder, 'vault');
    const truth = readTruth(folder) ?? make(folder, new VaultGenerator(notes, isLong), digests[name]);
    const vault = new BenchVault(path, truth, isLong);
    vault.reset();
    return vault;
  }

  /** Restores what a benchmark changed: notes with their dates of change, and the product's files in the vault. */
  reset(): void {
    rmSync(join(this.path, '.obsidian', 'plugins'), { recursive: true, force: true });
    const { notes } = this.truth;
    if (!isAsMade(this.path, notes)) putBack(this.path, new VaultGenerator(notes, this.isLong).files());
  }
}

/** By number and date of change of its notes: every write changes a date. */
function isAsMade(root: string, notes: number): boolean {
  const paths = notesIn(root);
  return paths.length === notes && paths.every(path => isOfDate(root, path));
}

function putBack(root: string, files: Iterable<VaultFile>): void {
  const strangers = new Set(notesIn(root));
  for (const { path, content } of files) {
    strangers.delete(path);
    if (!path.endsWith('.md') || isOfDate(root, path)) continue;
    writeFileSync(join(root, path), content);
    setDate(root, path);
  }
  for (const path of strangers) rmSync(join(root, path));
}

function notesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.md'));
}

function isOfDate(root: string, path: string): boolean {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs === modifiedAt(path).getTime();
}

function setDate(root: string, path: string): void {
  const modified = modifiedAt(path);
  utimesSync(join(root, path), modified, modified);
}

function readTruth(folder: string): Truth | undefined {
  let text: string;
  try {
    text = readFileSync(join(folder, 'truth.json'), 'utf8');
  } catch {
    return undefined;
  }
  return truthSchema.parse(JSON.parse(text));
}

function make(folder: string, generator: VaultGenerator, expected: string | undefined): Truth {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const written = writeAll(join(folder, 'vault'), generator.files());
  if (expected !== undefined && expected !== written.digest)
    throw new Error(`The vault has the digest ${written.digest}; raise the version.`);
  const truth = { version, ...written, ...generator.truth() };
  // Written last: a vault without it is generated again.
  writeFileSync(join(folder, 'truth.json'), `${JSON.stringify(truth, null, 1)}\n`);
  return truth;
}

function writeAll(root: string, files: Iterable<VaultFile>): Pick<Truth, 'digest' | 'folders' | 'bytes'> {
  const digest = createHash('sha256');
  const made = new Set<string>();
  let bytes = 0;
  for (const { path, content } of files) {
    const data = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
    const file = join(root, path);
    makeFolders(root, dirname(path), made);
    writeFileSync(file, data);
    setDate(root, path);
    digest.update(`${path}\0${data.length}\0`).update(data);
    if (!path.startsWith('.')) bytes += data.length;
  }
  const folders = [...made].filter(folder => !folder.startsWith('.')).length;
  return { digest: digest.digest('hex'), folders, bytes };
}

function makeFolders(root: string, folder: string, made: Set<string>): void {
  if (folder === '.' || made.has(folder)) return;
  makeFolders(root, dirname(folder), made);
  mkdirSync(join(root, folder), { recursive: true });
  made.add(folder);
}

/** Within the three years before 2026, more of them late than early. */
function modifiedAt(path: string): Date {
  const age = new Random(`modified ${path}`).next() ** 2 * 3 * 365 * 86_400;
  return new Date(Date.UTC(2026, 0, 1) - Math.floor(age) * 1000);
}

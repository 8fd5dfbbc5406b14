/** Evaluates a built file as CommonJS, a plugin's or the host's own, with compiled code kept from the run before. */
import { createHash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { constants, Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { isFunction, messageOf } from './obsidian/core/unknowns';

const functionHead = Buffer.from('(function (exports, require, module, console) {');
const functionEnd = Buffer.from('\n})');

/** Bytes behind kept code, since the engine copies code that does not begin where memory was allocated. */
const checksumSize = 4;
const writableByOthers = 0o022;

export interface KeptModule {
  readonly exports: unknown;
  /**
   * Saves the compiled code for the next start; takes milliseconds, so call it when idle. Never throws: a
   * failure is logged, and the next start takes longer.
   */
  keepCompiled(): void;
}

/**
 * @param file real path of the module
 * @param cacheFolder where its compiled code is kept, alone; undefined to keep none
 * @param require of the module
 * @param log its `console`
 */
export function evaluateModule(
  file: string,
  cacheFolder: string | undefined,
  require: (name: string) => unknown,
  log: Console,
): KeptModule {
  const source = asFunction(file);
  const cache = cacheFolder === undefined ? undefined : join(cacheFolder, cacheName(source));
  const cachedData = cache === undefined ? undefined : readKept(cache);
  const script = new Script(source.toString(), {
    filename: file,
    ...(cachedData === undefined ? {} : { cachedData }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const module = { exports: {} };
  const run: unknown = script.runInThisContext();
  if (!isFunction(run)) throw new Error(`${file} is not a script.`);
  run(module.exports, require, module, log);
  const isFresh = cachedData === undefined || script.cachedDataRejected === true;
  return {
    exports: module.exports,
    keepCompiled: () => {
      if (cache === undefined || !isFresh) return;
      try {
        keep(cache, script.createCachedData());
      } catch (error) {
        console.error(`The compiled code of ${basename(file)} could not be kept: ${messageOf(error)}`);
      }
    },
  };
}

/**
 * A function that runs a CommonJS module, as text in UTF-8. The file is read straight into its place: of 3 MB,
 * each further copy takes milliseconds of the start.
 */
export function asFunction(file: string): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const text = Buffer.allocUnsafe(functionHead.length + size + functionEnd.length);
    const end = functionHead.length + size;
    let at = functionHead.copy(text);
    for (let read = 1; read > 0 && at < end; at += read)
      read = readSync(descriptor, text, at, end - at, null);
    functionEnd.copy(text, at);
    return text.subarray(0, at + functionEnd.length);
  } finally {
    closeSync(descriptor);
  }
}

/** The engine checks only the source's length, so the name carries its digest. */
function cacheName(source: Uint8Array): string {
  const digest = createHash('sha256').update(source).digest('hex').slice(0, 32);
  return `${digest}-${process.version}-${process.arch}.code`;
}

/**
 * Undefined unless it is whole and, where files have owners, only this account could write it: kept code runs unseen, and
 * the engine, which does not check it, ends the process over damaged code.
 */
function readKept(file: string): Buffer | undefined {
  try {
    const { uid, mode } = statSync(file);
    const isOwn =
      process.getuid === undefined || (uid === process.getuid() && (mode & writableByOthers) === 0);
    if (!isOwn) return undefined;
    const bytes = readFileSync(file);
    const code = bytes.subarray(0, -checksumSize);
    return bytes.readUInt32BE(code.length) === crc32(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

function keep(file: string, code: Buffer): void {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const checksum = Buffer.alloc(checksumSize);
  checksum.writeUInt32BE(crc32(code));
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, Buffer.concat([code, checksum]), { mode: 0o600 });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  for (const name of readdirSync(folder))
    if (name !== basename(file)) rmSync(join(folder, name), { force: true });
}

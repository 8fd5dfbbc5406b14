// Archives whose bytes depend on nothing but the files in them: no times, no owners, no compression of this Node's own.
import { gzipSync, strToU8, zipSync } from 'fflate';

/**
 * @typedef {object} PackedFile
 * @property {string} path with `/`, below the archive's root
 * @property {Uint8Array} bytes
 * @property {boolean} [isProgram] whether it may be run
 */

/** The oldest date that a ZIP archive can hold. */
const oldestZipTime = new Date(1980, 0, 1);
const blockBytes = 512;

/**
 * @param {PackedFile[]} files
 * @returns {Uint8Array} a `.tgz` as npm takes it, everything below `package/`
 */
export function tarball(files) {
  const blocks = sorted(files).flatMap(file => [header(file), padded(file.bytes)]);
  const tar = Buffer.concat([...blocks, new Uint8Array(2 * blockBytes)]);
  return gzipSync(tar, { level: 9, mtime: 0 });
}

/**
 * @param {PackedFile[]} files
 * @returns {Uint8Array}
 */
export function zip(files) {
  const entries = sorted(files).map(({ path, bytes }) => [path, bytes]);
  return zipSync(Object.fromEntries(entries), { level: 9, mtime: oldestZipTime });
}

function sorted(files) {
  return [...files].sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** Of the format ustar (POSIX.1-1988). */
function header({ path, bytes, isProgram = false }) {
  const name = strToU8(`package/${path}`);
  if (name.length > 100) throw new Error(`${path} is too long for an archive.`);
  const block = Buffer.alloc(blockBytes);
  block.set(name, 0);
  block.write(octal(isProgram ? 0o755 : 0o644, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(bytes.length, 11), 124);
  block.write(octal(0, 11), 136);
  block.write(' '.repeat(8), 148);
  block.write('0', 156);
  block.write('ustar\u000000', 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 6)}\u0000 `, 148, 'latin1');
  return block;
}

function octal(number, digits) {
  return number.toString(8).padStart(digits, '0');
}

function padded(bytes) {
  const block = new Uint8Array(Math.ceil(bytes.length / blockBytes) * blockBytes);
  block.set(bytes);
  return block;
}

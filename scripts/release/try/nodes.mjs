// The versions of Node that a release is tried on, from the npm registry.
import { join } from 'node:path';
import { installTools } from '../../tool-cache.mjs';

/** The newest of each line that was there when these were chosen. */
const versions = { 20: '20.20.2', 22: '22.23.5', 24: '24.22.3', 26: '26.12.1' };

/**
 * @param {string} cache a folder for those that are not this one
 * @param {string[]} wanted major versions
 * @returns {{ version: string, program: string }[]}
 */
export function nodes(cache, wanted) {
  const own = process.versions.node.split('.')[0];
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const others = wanted.filter(major => major !== own);
  const packages = Object.fromEntries(
    others.map(major => [`node-${major}`, `npm:node-${system}-${process.arch}@${versions[major]}`]),
  );
  if (others.length > 0) installTools(cache, packages, [0, 0]);
  const file = system === 'win' ? 'node.exe' : 'node';
  return wanted.map(major =>
    major === own
      ? { version: process.versions.node, program: process.execPath }
      : {
          version: versions[major],
          program: join(cache, 'node_modules', `node-${major}`, 'bin', file),
        },
  );
}

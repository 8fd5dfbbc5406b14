// Loaded into the server before anything else: notes when the last comparison before each rename onto one file began
// and when the rename ended. The file's bytes are opened for that comparison right before the rename.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const { basename, dirname, join } = require('node:path');

const { LECTERN_COMMIT_LOG: log, LECTERN_COMMIT_FILE: file } = process.env;
const { openSync, renameSync, appendFileSync, readlinkSync } = fs;
let opened = 0n;

/** On Linux the server names entries by the open handle of their folder. */
function isFile(path) {
  const folder = dirname(String(path));
  const isHandle = folder.startsWith('/proc/self/fd/');
  return (isHandle ? join(readlinkSync(folder), basename(path)) : path) === file;
}

fs.openSync = (path, ...rest) => {
  if (isFile(path)) opened = process.hrtime.bigint();
  return openSync(path, ...rest);
};
fs.renameSync = (from, to) => {
  const isCommit = isFile(to);
  renameSync(from, to);
  if (isCommit) appendFileSync(log, `${opened} ${process.hrtime.bigint()}\n`);
};
syncBuiltinESMExports();

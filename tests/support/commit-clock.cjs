// Loaded into the server before anything else: notes when the last comparison before each rename onto one file began
// and when the rename ended. The file's bytes are opened for that comparison right before the rename.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const { LECTERN_COMMIT_LOG: log, LECTERN_COMMIT_FILE: file } = process.env;
const { openSync, renameSync, appendFileSync } = fs;
let opened = 0n;

fs.openSync = (path, ...rest) => {
  if (path === file) opened = process.hrtime.bigint();
  return openSync(path, ...rest);
};
fs.renameSync = (from, to) => {
  renameSync(from, to);
  if (to === file) appendFileSync(log, `${opened} ${process.hrtime.bigint()}\n`);
};
syncBuiltinESMExports();

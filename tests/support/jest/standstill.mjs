/** Ends a run that stands still, and names the files it waits for: no timeout of Jest stops a test that blocks its process. */
import { spawnSync } from 'node:child_process';
import { relative } from 'node:path';

/** Several times what the slowest file takes, milliseconds. */
const patience = 6 * 60_000;

export default class Standstill {
  constructor({ rootDir, watch, watchAll }) {
    this.rootDir = rootDir;
    this.isWatching = watch || watchAll;
    this.running = new Set();
  }

  onRunStart() {
    this.timer = setTimeout(() => this.end(), patience);
  }

  onTestFileStart({ path }) {
    this.running.add(path);
  }

  onTestFileResult({ path }) {
    this.running.delete(path);
    this.timer.refresh();
  }

  /** A process that a test left behind, with the run's error stream, would keep the run alive. */
  onRunComplete() {
    this.timer.refresh().unref();
    if (this.isWatching) clearTimeout(this.timer);
  }

  end() {
    const names = [...this.running].map(path => `  ${relative(this.rootDir, path)}\n`);
    const state = names.length === 0 ? 'The run is over and does not end.\n' : 'These run:\n';
    process.stderr.write(`No test file ended for ${patience / 60_000} minutes. ${state}${names.join('')}`);
    // A worker that is blocked would not notice that the run ended.
    spawnSync('pkill', ['-KILL', '-P', String(process.pid)]);
    process.exit(1);
  }
}

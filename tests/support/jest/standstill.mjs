/** Ends a run that stands still, and names the files it waits for: no timeout of Jest stops a test that blocks its process. */
import { relative } from 'node:path';

/** Several times what the slowest file takes, milliseconds. */
const patience = 6 * 60_000;

export default class Standstill {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
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

  onRunComplete() {
    clearTimeout(this.timer);
  }

  end() {
    const names = [...this.running].map(path => `  ${relative(this.rootDir, path)}\n`);
    process.stderr.write(
      `No test file ended for ${patience / 60_000} minutes. These run:\n${names.join('')}`,
    );
    process.exit(1);
  }
}

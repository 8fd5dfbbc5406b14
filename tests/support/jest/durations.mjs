/** Reports how long the files of each folder of the tests took, and which files took longest. Seconds of test files add up over workers. */
import { relative, sep } from 'node:path';

const maxFiles = 10;

export default class Durations {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
  }

  onRunComplete(_contexts, { testResults }) {
    if (testResults.length < 2) return;
    const files = testResults.map(({ testFilePath, perfStats }) => ({
      path: relative(this.rootDir, testFilePath).split(sep).join('/'),
      seconds: (perfStats.end - perfStats.start) / 1000,
    }));
    const parts = new Map();
    for (const { path, seconds } of files) {
      const part = path.split('/').slice(0, 2).join('/');
      parts.set(part, (parts.get(part) ?? 0) + seconds);
    }
    print(
      'Parts',
      [...parts].map(([path, seconds]) => ({ path, seconds })),
    );
    print('Slowest files', files, maxFiles);
  }
}

function print(title, rows, most = rows.length) {
  const sorted = rows.toSorted((one, other) => other.seconds - one.seconds).slice(0, most);
  const lines = sorted.map(({ path, seconds }) => `  ${seconds.toFixed(1).padStart(7)} s  ${path}`);
  process.stderr.write(`${title}:\n${lines.join('\n')}\n`);
}

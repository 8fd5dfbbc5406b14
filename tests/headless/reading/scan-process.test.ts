import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScanProcess } from '../../../pkg/headless/obsidian/metadata/reading/scan-process';

// Windows tells no steps between its few classes of priority.
const onlyWithSteps = process.platform === 'win32' ? test.skip : test;

const program = `
  const { getPriority } = require('node:os');
  process.on('message', () => process.send(getPriority()));
`;

let folder: string;

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'lectern-scan-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

onlyWithSteps('a process that scans notes leaves the processor to the host where both want it', async () => {
  const file = join(folder, 'program.cjs');
  writeFileSync(file, program);
  const scans = new ScanProcess(file);
  expect(await scans.ask('what is your priority')).toBe(getPriority() + 5);
  scans.end();
});

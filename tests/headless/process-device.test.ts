import { type ChildProcess, spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProcessDevice } from '../../pkg/headless/process-device';
import { openStateFolder } from '../../pkg/headless/state-folder';

let folder: string;
const children: ChildProcess[] = [];
const device = (): ProcessDevice => new ProcessDevice(openStateFolder(folder, '/vault'));
const file = (name: string): string => join(folder, 'processes', name);
const leave = (name: string, content: string): void => {
  mkdirSync(join(folder, 'processes'), { recursive: true });
  writeFileSync(file(name), content);
};
const age = (path: string): void => utimesSync(path, 0, 0);

/** The id of a process that runs until the test ends. */
function otherProcess(): number {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  children.push(child);
  return child.pid ?? 0;
}

/** As a process writes it for itself. */
function identityOf(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-device-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

const onLinux = process.platform === 'linux' ? test : test.skip;

test('the first process has no name of its own, and leaves nothing behind', () => {
  const first = device();
  expect(first.claim().own).toBeUndefined();
  expect(readdirSync(join(folder, 'processes'))).toEqual(['1']);
  first.release();
  expect(readdirSync(join(folder, 'processes'))).toEqual([]);
});

onLinux('beside processes that run, each has a name that stays the same', () => {
  leave('1', identityOf(otherProcess()));
  const second = device();
  const name = second.claim().own;
  expect(name).toMatch(/^[0-9a-f]{8}$/);
  second.release();
  expect(device().claim().own).toBe(name);
  leave('2', identityOf(otherProcess()));
  const third = device().claim().own;
  expect(third).toMatch(/^[0-9a-f]{8}$/);
  expect(third).not.toBe(name);
});

onLinux('the name of a process that has ended is taken over', () => {
  leave('1', '999999999 1');
  expect(device().claim().own).toBeUndefined();
  leave('1', `${otherProcess()} 1`);
  expect(device().claim().own).toBeUndefined();
  expect(readFileSync(file('1'), 'utf8')).toBe(identityOf(process.pid));
});

test('a file that another process is just making is left to it, not for ever', () => {
  leave('1', '');
  expect(device().claim().own).toBeDefined();
  age(file('1'));
  expect(device().claim().own).toBeUndefined();
});

test('a claim that another process has just begun is left to it, not for ever', () => {
  leave('1', '999999999');
  mkdirSync(file('1.claim'));
  expect(device().claim().own).toBeDefined();
  age(file('1.claim'));
  device().claim();
  expect(device().claim().own).toBeUndefined();
});

onLinux('what another process has taken meanwhile is not removed', () => {
  const first = device();
  first.claim();
  const identity = identityOf(otherProcess());
  leave('1', identity);
  first.release();
  expect(readFileSync(file('1'), 'utf8')).toBe(identity);
});

onLinux('the names of processes that have ended come along, and are released together', () => {
  leave('1', identityOf(otherProcess()));
  const name = device().claim().own;
  leave('1', '999999999 1');
  leave('2', '999999999 2');
  leave('3', identityOf(otherProcess()));
  const first = device();
  expect(first.claim()).toEqual({ own: undefined, ended: [name] });
  first.release();
  expect(readdirSync(join(folder, 'processes'))).toEqual(['3']);
});

import { codeOf } from '../obsidian/core/unknowns';

/** Whether there is a process with this id. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

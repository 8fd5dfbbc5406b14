/** Errors in the words of Node's file system, for cases that the host decides, and what errors of the system mean. */
import { codeOf } from '../core/unknowns';

const texts = {
  ENOENT: 'no such file or directory',
  ENOTDIR: 'not a directory',
  EISDIR: 'illegal operation on a directory',
  ENOTEMPTY: 'directory not empty',
  EEXIST: 'file already exists',
  EPERM: 'operation not permitted',
  EAGAIN: 'resource temporarily unavailable',
} as const;

export type SystemErrorCode = keyof typeof texts;

class SystemError extends Error {
  constructor(
    readonly code: SystemErrorCode,
    readonly syscall: string,
    readonly path: string,
  ) {
    super(`${code}: ${texts[code]}, ${syscall} '${path}'`);
  }
}

const absences: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'EINVAL']);

/** Whether nothing can be at the path whose use has failed so; any other error of the system tells nothing of that. */
export function isAbsence(error: unknown): boolean {
  const code = codeOf(error);
  return code === undefined || absences.has(code);
}

export function systemError(code: SystemErrorCode, syscall: string, path: string): Error {
  return new SystemError(code, syscall, path);
}

/** Errors in the words of Node's file system, for cases that the host decides. */

const texts = {
  ENOENT: 'no such file or directory',
  ENOTDIR: 'not a directory',
  EISDIR: 'illegal operation on a directory',
  ENOTEMPTY: 'directory not empty',
  EEXIST: 'file already exists',
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

export function systemError(code: SystemErrorCode, syscall: string, path: string): Error {
  return new SystemError(code, syscall, path);
}

import { errorCode, ToolFailure } from '../../errors';

/** Converts an error of the app's storage; drops its message, which may hold paths of the machine. */
export function storageFailure(error: unknown): ToolFailure {
  if (error instanceof ToolFailure) return error;
  switch (errorCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new ToolFailure('not_found', 'The file is no longer there.');
    case 'ENOSPC':
    case 'EDQUOT':
      return new ToolFailure('storage_error', 'The disk is full.');
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new ToolFailure('storage_error', 'The file or its folder may not be read or written.');
    default:
      return new ToolFailure('storage_error', 'The vault could not be read or written.');
  }
}

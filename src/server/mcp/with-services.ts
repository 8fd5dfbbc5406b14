import { ProtocolError, ProtocolErrorCode, type ServerContext } from '@modelcontextprotocol/server';
import { ToolFailure } from '../../errors';
import type { Services } from '../../vault/services';

/** Runs work with the services of the request's caller, with the same limits as a tool. */
export type WithServices = <T>(
  context: ServerContext,
  work: (services: Services, signal: AbortSignal) => Promise<T>,
) => Promise<T>;

/** Failures caused by the client; all others are internal errors for it. */
const ofTheClient = new Set(['invalid_cursor', 'invalid_argument', 'too_large']);

/** Results of resources and prompts cannot express failures, so these become protocol errors. */
export async function asProtocolError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    const code = ofTheClient.has(error.code)
      ? ProtocolErrorCode.InvalidParams
      : ProtocolErrorCode.InternalError;
    throw new ProtocolError(code, `${error.code}: ${error.message}`);
  }
}

import { ProtocolError, ProtocolErrorCode, type ServerContext } from '@modelcontextprotocol/server';
import { ToolFailure } from '../../errors';
import type { Services } from '../../vault/services';

/**
 * Runs work with the services of the request's caller, under the same bounds as a tool.
 * @param taken resolves when the client has taken what the work results in; left out where that is small
 */
export type WithServices = <T>(
  context: ServerContext,
  work: (services: Services, signal: AbortSignal) => Promise<T>,
  taken?: Promise<void>,
) => Promise<T>;

/** Failures of the client's own making; all others are internal errors to it. */
const ofTheClient = new Set(['invalid_cursor', 'invalid_argument', 'too_large']);

/** Results of resources and prompts have no form for failures, so that these become errors of the protocol. */
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

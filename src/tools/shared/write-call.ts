import type { ErrorCode } from '../../errors';
import type { WriteCall } from '../../vault/writing/pipeline/pipeline';
import type { ToolContext } from '../tool';

/** The arguments that all writing tools share. */
interface Preview {
  readonly dryRun?: boolean;
  readonly diffLines?: number | undefined;
}

/** The parts of a call that the pipeline needs. */
export function writeCall(
  tool: string,
  { dryRun = false, diffLines }: Preview,
  context: ToolContext,
): WriteCall {
  const { client, signal, progress, waitForUser, askInClient } = context;
  return { tool, client, dryRun, diffLines, signal, progress, waitForUser, askInClient };
}

/** The failures of all tools that change notes. */
export const writeFailures: readonly ErrorCode[] = [
  'invalid_path',
  'not_found',
  'version_conflict',
  'unsupported_file',
  'invalid_query',
  'too_large',
  'approval_refused',
  'busy',
  'storage_error',
];

import type { ErrorCode } from '../../errors';
import type { WriteCall } from '../../vault/writing/pipeline/pipeline';
import type { ToolContext } from '../tool';

/** The arguments that every tool of the pipeline shares. */
interface Preview {
  readonly dryRun?: boolean;
  readonly diffLines?: number | undefined;
}

/** What the pipeline has to know of a call. */
export function writeCall(
  tool: string,
  { dryRun = false, diffLines }: Preview,
  context: ToolContext,
): WriteCall {
  const { client, signal, progress, waitForUser } = context;
  return { tool, client, dryRun, diffLines, signal, progress, waitForUser };
}

/** The failures of every tool that changes notes. */
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

import type { Plan, WriteRequest } from '../pipeline/pipeline';
import { pathsOf } from '../pipeline/steps';
import { type MultiWriteResult, withHints, writeMany } from '../write-result';
import type { WriterContext } from '../writer-context';
import type { LinkReport } from './link-redirector';

/** A plan that redirects links in other files, including files that the caller does not see. */
export interface LinkingPlan extends Plan {
  /** What the caller may know about the links. */
  readonly report: LinkReport;
}

/** Counts and names only visible files. */
export interface LinkChangeResult extends MultiWriteResult, LinkReport {}

/** Carries out a plan and returns what the caller may see of it. @throws ToolFailure like `WritePipeline.run` */
export async function changeWithLinks<P extends LinkingPlan>(
  context: WriterContext,
  request: Pick<WriteRequest<P>, 'call' | 'targets' | 'plan'>,
): Promise<{ readonly plan: P; readonly answer: LinkChangeResult }> {
  const isSeen = (path: string): boolean => context.files.mayRead(path);
  const { plan, answer } = await writeMany(context, request, step => pathsOf(step).every(isSeen));
  const { hints = [], ...report } = plan.report;
  return { plan, answer: withHints({ ...answer, ...report }, hints) };
}

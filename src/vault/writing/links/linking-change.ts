import type { Outcome, Plan, WriteRequest } from '../pipeline/pipeline';
import { pathsOf } from '../pipeline/steps';
import { type MultiWriteResult, multiWriteResult, withHints } from '../write-result';
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
  { files, pipeline, authority }: Pick<WriterContext, 'files' | 'pipeline' | 'authority'>,
  request: Pick<WriteRequest<P>, 'call' | 'targets' | 'plan'>,
): Promise<{ readonly plan: P; readonly answer: LinkChangeResult }> {
  const outcome = await pipeline.run({ ...request, authority });
  const isSeen = (path: string): boolean => files.mayRead(path);
  const steps = outcome.plan.steps.filter(step => pathsOf(step).every(isSeen));
  const seen: Outcome<Plan> = { ...outcome, plan: { ...outcome.plan, steps } };
  const answer = await multiWriteResult(seen, request.call, pipeline.loop());
  const { hints = [], ...report } = outcome.plan.report;
  return { plan: outcome.plan, answer: withHints({ ...answer, ...report }, hints) };
}

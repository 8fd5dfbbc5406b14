import type { Outcome, Plan, WriteRequest } from '../pipeline/pipeline';
import { pathsOf } from '../pipeline/steps';
import { type MultiWriteAnswer, multiWriteAnswer } from '../write-answer';
import type { WriterContext } from '../writer-context';
import type { LinkReport } from './link-redirector';

/** A plan that leads links of other files elsewhere, also of files that the caller does not see. */
export interface LinkingPlan extends Plan {
  /** What the caller may know of the links. */
  readonly report: LinkReport;
}

/** Counts and names what the caller sees. */
export interface LinkingAnswer extends MultiWriteAnswer, LinkReport {}

/** Carries out a plan and answers what the caller sees of it. @throws ToolFailure as `WritePipeline.run` does */
export async function changeWithLinks<P extends LinkingPlan>(
  { files, pipeline, authority }: Pick<WriterContext, 'files' | 'pipeline' | 'authority'>,
  request: Pick<WriteRequest<P>, 'call' | 'targets' | 'plan'>,
): Promise<{ readonly plan: P; readonly answer: LinkingAnswer }> {
  const outcome = await pipeline.run({ ...request, authority });
  const isSeen = (path: string): boolean => files.mayRead(path);
  const steps = outcome.plan.steps.filter(step => pathsOf(step).every(isSeen));
  const seen: Outcome<Plan> = { ...outcome, plan: { ...outcome.plan, steps } };
  const answer = await multiWriteAnswer(seen, request.call, pipeline.turn());
  return { plan: outcome.plan, answer: { ...answer, ...outcome.plan.report } };
}

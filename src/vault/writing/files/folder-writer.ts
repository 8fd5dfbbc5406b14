import type { Plan, WriteCall } from '../pipeline/pipeline';
import type { Step } from '../pipeline/steps';
import { ending, withHints } from '../write-result';
import type { WriterContext } from '../writer-context';

export interface FolderResult {
  path: string;
  created: boolean;
  changeId?: string;
  dryRun?: boolean;
  hints?: string[];
}

/** Makes folders for one caller. */
export class FolderWriter {
  constructor(private readonly context: WriterContext) {}

  /** Also creates missing parent folders. @throws ToolFailure `already_exists`, and like any write */
  async create(reference: string, call: WriteCall): Promise<FolderResult> {
    const { targets, pipeline, authority, newNames } = this.context;
    let hints: readonly string[] = [];
    const plan = (): Promise<Plan & { path: string }> => {
      const path = targets.freePath(reference);
      const folders = [...targets.missingFolders(path), path];
      hints = newNames.ofFolders(folders);
      const steps: Step[] = folders.map(folder => ({ kind: 'makeFolder', path: folder }));
      return Promise.resolve({ path, steps });
    };
    const paths = (): string[] => [targets.freePath(reference)];
    const outcome = await pipeline.run({ call, authority, targets: paths, plan });
    const made = { path: outcome.plan.path, created: !call.dryRun, ...ending(outcome, call.dryRun) };
    return withHints(made, hints);
  }
}

import type { Authority } from '../pipeline/authority';
import type { Plan, WriteCall, WritePipeline } from '../pipeline/pipeline';
import type { Step } from '../pipeline/steps';
import { ending } from '../write-answer';
import type { WriteTargets } from '../write-targets';

export interface FolderAnswer {
  path: string;
  created: boolean;
  changeId?: string;
  dryRun?: boolean;
}

export interface FolderWriterParts {
  readonly targets: WriteTargets;
  readonly pipeline: WritePipeline;
  readonly authority: Authority;
}

/** Makes folders for one caller. */
export class FolderWriter {
  constructor(private readonly parts: FolderWriterParts) {}

  /** With the folders above it. @throws ToolFailure `already_exists`, and as for any write */
  async create(reference: string, call: WriteCall): Promise<FolderAnswer> {
    const { targets, pipeline, authority } = this.parts;
    const plan = (): Promise<Plan & { path: string }> => {
      const path = targets.freePath(reference);
      const folders = [...targets.missingFolders(path), path];
      const steps: Step[] = folders.map(folder => ({ kind: 'makeFolder', path: folder }));
      return Promise.resolve({ path, steps });
    };
    const paths = (): string[] => [targets.freePath(reference)];
    const outcome = await pipeline.run({ call, authority, targets: paths, plan });
    return { path: outcome.plan.path, created: !call.dryRun, ...ending(outcome, call.dryRun) };
  }
}

import type { CallerContext } from '../caller-context';
import type { Authority, WritePipeline } from './pipeline/pipeline';
import type { NewNames } from '../hints/new-names';
import type { WriteTargets } from './write-targets';

/** The dependencies of the writers of one caller: its view of the vault, and the write pipeline. */
export interface WriterContext extends CallerContext {
  readonly targets: WriteTargets;
  readonly pipeline: WritePipeline;
  /** On whose behalf plans are carried out. */
  readonly authority: Authority;
  readonly newNames: NewNames;
  readonly isHeadless: boolean;
}

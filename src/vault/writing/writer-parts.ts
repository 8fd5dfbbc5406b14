import type { VisibleFiles } from '../access/visible-files';
import type { Notes } from '../reading/notes';
import type { Authority } from './pipeline/authority';
import type { WritePipeline } from './pipeline/pipeline';
import type { WriteTargets } from './write-targets';

/** What nearly every writer of one caller needs. */
export interface WriterParts {
  readonly notes: Notes;
  readonly files: VisibleFiles;
  readonly targets: WriteTargets;
  readonly pipeline: WritePipeline;
  readonly authority: Authority;
}

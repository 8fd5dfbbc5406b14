import { ToolFailure } from '../../../errors';
import { forEachInTurn, type SlicedLoop } from '../../../utils/slicing/time-slicer';
import type { Grant } from '../../access/grant';
import { changesOnlyLinks, type Step, touchedPaths } from './steps';
import type { WriteTargets } from '../write-targets';

export interface AuthorityDependencies {
  readonly grant: Grant;
  readonly targets: Pick<WriteTargets, 'allow'>;
  /** Why the caller may no longer write by the current settings; undefined if it may. */
  readonly writeRefusal: () => string | undefined;
}

/**
 * The rights under which a plan is carried out. The pipeline checks all paths of a plan with it, so that no
 * writer can skip a check, and again right before the first write.
 */
export class Authority {
  /** Steps that were found to change only links: they never change, and the check parses each text twice. */
  private readonly relinking = new WeakSet<Step>();

  constructor(private readonly dependencies: AuthorityDependencies) {}

  get grant(): Grant {
    return this.dependencies.grant;
  }

  /**
   * Works in slices.
   * @throws ToolFailure `permission_denied` for a plan with a path that the caller may not write. Updating
   * links after a move does not count as writing: such a step may change links in any file, and nothing else.
   */
  async allow(steps: readonly Step[], loop: SlicedLoop): Promise<void> {
    const { targets } = this.dependencies;
    await forEachInTurn(steps, loop, step => {
      if (step.kind === 'relink' && !this.onlyRelinks(step)) targets.allow(step.path);
      return forEachInTurn(touchedPaths(step), loop, path => targets.allow(path));
    });
  }

  private onlyRelinks(step: Step & { kind: 'relink' }): boolean {
    if (this.relinking.has(step)) return true;
    const isOnly = changesOnlyLinks(step);
    if (isOnly) this.relinking.add(step);
    return isOnly;
  }

  /** @throws ToolFailure `permission_denied` if settings have changed the caller's rights since the call began */
  confirm(): void {
    const reason = this.dependencies.writeRefusal();
    if (reason !== undefined)
      throw new ToolFailure('permission_denied', `${reason} Nothing was changed.`, {
        hint: 'Repeat the call if the connection is still there.',
      });
  }
}

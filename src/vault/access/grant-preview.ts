import { Platform } from 'obsidian';
import { filtered } from '../../utils/slicing/time-slicer';
import type { VaultOptions } from '../index/indexes';
import { Access, type Grant } from './access';

export interface GrantCoverage {
  readonly notes: number;
  readonly readable: number;
  readonly writable: number;
}

/** What a grant allows for one path, whether or not a file exists there. */
export type PathAccess = 'hidden' | 'read' | 'write';

/** Shows the vault's owner what a grant allows. Its results never go to a caller. */
export class GrantPreview {
  constructor(private readonly parts: Pick<VaultOptions, 'app' | 'realPath' | 'rules' | 'slicer'>) {}

  /** Works in slices. @throws the signal's reason; ToolFailure `invalid_query` for a rule that is not a glob */
  async count(grant: Grant, signal: AbortSignal): Promise<GrantCoverage> {
    const { app, slicer } = this.parts;
    const access = this.access(grant);
    const notes = app.vault.getMarkdownFiles();
    const loop = { slicer, signal };
    const readable = await filtered(notes, ({ path }) => this.accessTo(access, path) !== 'hidden', loop);
    const writable = await filtered(readable, ({ path }) => this.accessTo(access, path) === 'write', loop);
    return { notes: notes.length, readable: readable.length, writable: writable.length };
  }

  /** @throws ToolFailure `invalid_query` for a rule that is not a glob */
  at(grant: Grant, path: string): PathAccess {
    return this.accessTo(this.access(grant), path);
  }

  private accessTo(access: Access, path: string): PathAccess {
    const real = this.parts.realPath(path);
    if (!access.canRead(path) || !access.canRead(real)) return 'hidden';
    const mayWrite = access.grant.rights !== 'read' && access.canWrite(path) && access.canWrite(real);
    return mayWrite ? 'write' : 'read';
  }

  private access(grant: Grant): Access {
    return new Access(grant, this.parts.rules(), Platform.isMacOS || Platform.isWin);
  }
}

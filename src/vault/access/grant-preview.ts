import type { TAbstractFile } from 'obsidian';
import { ToolFailure } from '../../errors';
import { compileCover, isException } from '../../utils/glob-utils';
import { filtered, someInTurn } from '../../utils/slicing/time-slicer';
import { withoutOuterSlashes } from '../../utils/text/pieces';
import type { VaultOptions } from '../index/indexes';
import type { Access, Grant } from './access';
import { hasDotSegment, isVaultPath, parseReference, portabilityProblem } from './vault-path';
import type { VisibleFiles } from './visible-files';

export interface GrantCoverage {
  readonly notes: number;
  readonly readable: number;
  readonly writable: number;
}

/** What a grant allows for the named path: maybe only part of a folder, or the access that a new file there would have. */
export type PathAccess = Reach | 'part' | 'ambiguous' | 'absent' | 'newHidden' | 'newRead' | 'newWrite';
type Reach = 'hidden' | 'read' | 'write';

const ofNew = { hidden: 'newHidden', read: 'newRead', write: 'newWrite' } as const;

interface PreviewOptions extends Pick<VaultOptions, 'app' | 'realPath' | 'slicer'> {
  /** The vault as a grant shows it, or without one, as its owner sees it. */
  readonly filesFor: (grant?: Grant) => VisibleFiles;
}

/** Shows the vault's owner what a grant allows. Its results never go to a caller. */
export class GrantPreview {
  constructor(private readonly options: PreviewOptions) {}

  /** Works in slices. @throws the signal's reason; ToolFailure `invalid_query` for a rule that is not a glob */
  async count(grant: Grant, signal: AbortSignal): Promise<GrantCoverage> {
    const { app, slicer, filesFor } = this.options;
    const { access } = filesFor(grant);
    const notes = app.vault.getMarkdownFiles();
    const loop = { slicer, signal };
    const readable = await filtered(notes, ({ path }) => this.accessTo(access, path) !== 'hidden', loop);
    const writable = await filtered(readable, ({ path }) => this.accessTo(access, path) === 'write', loop);
    return { notes: notes.length, readable: readable.length, writable: writable.length };
  }

  /** The rules that cover no file and no folder. Works in slices. */
  async idle(rules: readonly string[]): Promise<string[]> {
    const { app, slicer } = this.options;
    const idle: string[] = [];
    for (const rule of rules) {
      const covers = compileCover([isException(rule) ? rule.slice(1) : rule], { caseInsensitive: true });
      const files = app.vault.getAllLoadedFiles();
      if (!(await someInTurn(files, { slicer }, ({ path }) => path !== '/' && covers(path)))) idle.push(rule);
    }
    return idle;
  }

  /** @param text as the user writes it @throws ToolFailure `invalid_query` for a rule that is not a glob */
  at(grant: Grant, text: string): PathAccess {
    const path = withoutOuterSlashes(text.replaceAll('\\', () => '/'));
    const files = this.options.filesFor(grant);
    const seen = found(files, path);
    if (seen === 'ambiguous') return seen;
    const reach = this.accessTo(files.access, seen?.path ?? path);
    if (seen !== undefined) return reach === 'hidden' ? 'part' : reach;
    if (hasDotSegment(path) || found(this.options.filesFor(), path) !== undefined) return 'hidden';
    const isPath = parseReference(path).kind === 'path' && isVaultPath(path);
    return isPath && portabilityProblem(path) === undefined ? ofNew[reach] : 'absent';
  }

  private accessTo(access: Access, path: string): Reach {
    const real = this.options.realPath(path);
    if (!access.canRead(path) || !access.canRead(real)) return 'hidden';
    const mayWrite = access.grant.rights !== 'read' && access.canWrite(path) && access.canWrite(real);
    return mayWrite ? 'write' : 'read';
  }
}

/** What the tools find by a path or name. */
function found(files: VisibleFiles, text: string): TAbstractFile | 'ambiguous' | undefined {
  try {
    return files.otherFile(text) ?? files.noteOrFolder(text);
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return error.code === 'target_ambiguous' ? 'ambiguous' : undefined;
  }
}

/** The steps of a plan: what they change, what the journal records, and what a user agreed to. */
import { type TAbstractFile, type TFile, TFolder } from 'obsidian';
import { sha256 } from '../../../platform';
import { forEachInTurn, type SlicedLoop } from '../../../utils/slicing/time-slicer';
import type { IntendedFile } from '../../journal/recording';
import type { NoteContent } from '../../reading/notes';

/** A file that a step removes, with its content. */
export interface Removed {
  readonly path: string;
  readonly isFolder: boolean;
  /** In bytes; 0 for a folder. */
  readonly size: number;
  /** Left out if it is too large to keep. */
  readonly bytes?: Uint8Array | undefined;
}

/** One change of the vault in a plan. */
export type Step =
  | {
      readonly kind: 'edit';
      readonly file: TFile;
      readonly before: NoteContent;
      readonly text: string;
      /** Whether the whole note is replaced, not only a part. */
      readonly isWhole?: boolean;
    }
  | {
      readonly kind: 'create';
      readonly path: string;
      readonly content: string | Uint8Array;
      /** The file, if it was created empty beforehand and now gets its content. */
      readonly draft?: TFile;
    }
  | { readonly kind: 'makeFolder'; readonly path: string }
  | { readonly kind: 'removeFolder'; readonly path: string }
  | {
      readonly kind: 'trash';
      readonly file: TAbstractFile;
      readonly way: TrashWay;
      /** Whether the app's current setting deletes it without a copy in the trash. */
      readonly isPermanent: boolean;
      /** The content of a folder comes before the folder. */
      readonly removed: readonly Removed[];
    }
  | {
      readonly kind: 'move';
      readonly file: TAbstractFile;
      readonly isFolder: boolean;
      /** Every file and folder that moves, itself included. */
      readonly contents: readonly MovedFile[];
      readonly newPath: string;
      /** Whether links to it are updated, by the user's setting in the app. */
      readonly withLinks: boolean;
      /** The app may ask the user whether to update links, and waits for the decision. */
      readonly mayAsk: boolean;
      readonly linked: readonly LinkedFile[];
      /** Of the file once all steps are done, for answers that give it. */
      readonly versionId?: string | undefined;
    }
  | {
      /** Updates links after a move, merge or heading rename, also in files that are not writable. */
      readonly kind: 'relink';
      readonly file: TFile;
      /** The file's path when the step runs. */
      readonly path: string;
      readonly before: string;
      readonly text: string;
      readonly links: number;
      readonly isSeen: boolean;
    };

/** The steps that create a file and the missing folders above it. */
export function creation(folders: readonly string[], file: Omit<Step & { kind: 'create' }, 'kind'>): Step[] {
  return [...madeFolders(folders), { kind: 'create', ...file }];
}

export function madeFolders(folders: readonly string[]): Step[] {
  return folders.map(path => ({ kind: 'makeFolder', path }));
}

export interface MovedFile {
  readonly path: string;
  readonly newPath: string;
  /** In bytes; 0 for a folder. */
  readonly size: number;
}

/** A file whose links the app updates because of a move. */
export interface LinkedFile {
  /** After the move. */
  readonly path: string;
  readonly before: Uint8Array;
  /** Number of its links that would otherwise lead elsewhere, or nowhere. */
  readonly links: number;
  readonly isSeen: boolean;
}

/** `setting`: where the user's "Deleted files" setting says. */
export type TrashWay = 'setting' | 'vault' | 'permanent';

export function isIdle(step: Step): boolean {
  return step.kind === 'edit' && step.text === step.before.text;
}

/** What the journal records for a step, in the order of execution. */
export function intendedFiles(step: Step): IntendedFile[] {
  switch (step.kind) {
    case 'edit':
      return [{ kind: 'edit', path: step.file.path, before: step.before.text, after: step.text }];
    case 'relink':
      return [{ kind: 'edit', path: step.path, isLinking: true, before: step.before, after: step.text }];
    case 'create': {
      const { path, content: after } = step;
      return [{ kind: 'create', path, after, ...(typeof after === 'string' ? {} : { isHashOnly: true }) }];
    }
    case 'makeFolder':
      return [{ kind: 'create', path: step.path, isFolder: true }];
    case 'removeFolder':
      return [{ kind: 'delete', path: step.path, isFolder: true }];
    case 'trash':
      return step.removed.map(({ path, isFolder, bytes }) =>
        isFolder ? { kind: 'delete', path, isFolder } : { kind: 'delete', path, before: bytes },
      );
    case 'move': {
      const { file, newPath, isFolder } = step;
      return [{ kind: 'move', path: file.path, newPath, ...(isFolder ? { isFolder } : {}) }];
    }
  }
}

/** The paths that a step names, without the content of folders. */
export function pathsOf(step: Step): string[] {
  if (step.kind === 'move') return [step.file.path, step.newPath];
  return ['path' in step ? step.path : step.file.path];
}

/** Every path that a step creates, changes, moves or removes, including folder contents, and both paths of a move. */
export function touchedPaths(step: Step): string[] {
  if (step.kind === 'relink') return [];
  if (step.kind === 'trash') return [...step.removed.map(({ path }) => path), ...pathsWithin(step.file)];
  if (step.kind !== 'move') return pathsOf(step);
  return pathsWithin(step.file).flatMap(path => [path, step.newPath + path.slice(step.file.path.length)]);
}

/** A file, or a folder followed by everything in it. */
export function everythingAt(file: TAbstractFile): TAbstractFile[] {
  return [file, ...(file instanceof TFolder ? file.children.flatMap(everythingAt) : [])];
}

export function pathsWithin(file: TAbstractFile): string[] {
  return everythingAt(file).map(({ path }) => path);
}

/** Identifies a plan by everything the user approved: every path, every content, and how files are deleted. */
export async function planDigest(steps: readonly Step[], loop: SlicedLoop): Promise<string> {
  const digests: string[] = [];
  await forEachInTurn(steps, loop, step => digests.push(...agreedParts(step)));
  return digests.join(' ');
}

function agreedParts(step: Step): string[] {
  const files = intendedFiles(step).map(({ before, after, ...file }) =>
    digest(file, contentOf(before), contentOf(after)),
  );
  return [...files, digest(...agreedBeside(step))];
}

/** What the user agreed to that the files do not show. */
function agreedBeside(step: Step): unknown[] {
  if (step.kind === 'edit') return [step.isWhole === true];
  if (step.kind === 'trash')
    return [step.file.path, step.way, step.isPermanent, step.removed.map(({ path, size }) => [path, size])];
  if (step.kind === 'move')
    return [step.withLinks, step.contents, step.linked.map(({ path, links }) => [path, links])];
  return [];
}

function digest(...parts: readonly unknown[]): string {
  return sha256(JSON.stringify(parts));
}

function contentOf(content: string | Uint8Array | undefined): string | null {
  return content === undefined ? null : sha256(content);
}

import { type TAbstractFile, type TFile, TFolder } from 'obsidian';
import { linkSkeleton } from '../../../markdown/edits';
import type { IntendedFile } from '../../journal/journal';
import type { Steps } from '../../../utils/slicing/steps';
import type { NoteContent } from '../../reading/notes';

/** A file with its content that goes away with a step. */
export interface Removed {
  readonly path: string;
  readonly isFolder: boolean;
  /** In bytes; 0 for a folder. */
  readonly size: number;
  /** Left out where it is too much to be kept. */
  readonly bytes?: Uint8Array | undefined;
}

/** One thing that a planned change does to the vault. */
export type Step =
  | {
      readonly kind: 'edit';
      readonly file: TFile;
      readonly before: NoteContent;
      readonly text: string;
      /** Whether the whole note is replaced, and not a part of it. */
      readonly isWhole?: boolean;
    }
  | {
      readonly kind: 'create';
      readonly path: string;
      readonly content: string | Uint8Array;
      /** The file, where it was created empty beforehand and now gets its content. */
      readonly draft?: TFile;
    }
  | { readonly kind: 'makeFolder'; readonly path: string }
  | { readonly kind: 'removeFolder'; readonly path: string }
  | {
      readonly kind: 'trash';
      readonly file: TAbstractFile;
      readonly way: TrashWay;
      /** Whether no trash keeps it, as the app's setting is now. */
      readonly isPermanent: boolean;
      /** What a folder holds before the folder. */
      readonly removed: readonly Removed[];
    }
  | {
      readonly kind: 'move';
      readonly file: TAbstractFile;
      readonly isFolder: boolean;
      /** Every file and folder that moves, itself included. */
      readonly contents: readonly MovedFile[];
      readonly newPath: string;
      /** Whether links to it follow, as the user set it in the app. */
      readonly withLinks: boolean;
      /** The app may ask the user whether links are to follow, and waits for the answer. */
      readonly mayAsk: boolean;
      /** The files whose links follow. */
      readonly linked: readonly LinkedFile[];
    }
  | {
      /** Leads links to where a file was moved or merged, or a heading renamed, whoever may write the file that holds them. */
      readonly kind: 'relink';
      readonly file: TFile;
      /** Where the file is when its turn comes. */
      readonly path: string;
      readonly before: string;
      readonly text: string;
      /** How many links change. */
      readonly links: number;
      /** Whether the caller sees the file. */
      readonly isSeen: boolean;
    };

export interface MovedFile {
  readonly path: string;
  readonly newPath: string;
  /** In bytes; 0 for a folder. */
  readonly size: number;
}

/** A file whose links the app changes on account of a move. */
export interface LinkedFile {
  /** After the move. */
  readonly path: string;
  /** Its content before it. */
  readonly before: Uint8Array;
  /** How many of its links would otherwise lead elsewhere, or nowhere. */
  readonly links: number;
  /** Whether the caller sees it. */
  readonly isSeen: boolean;
}

/** `setting`: where the user's "Deleted files" setting says. */
export type TrashWay = 'setting' | 'vault' | 'permanent';

/** Whether the step leaves everything as it is. */
export function isIdle(step: Step): boolean {
  return step.kind === 'edit' && step.text === step.before.text;
}

/** What the journal records of a step, in the order in which it happens. */
export function intendedFiles(step: Step): IntendedFile[] {
  switch (step.kind) {
    case 'edit':
      return [{ kind: 'edit', path: step.file.path, before: step.before.text, after: step.text }];
    case 'relink':
      return [
        {
          kind: 'edit',
          path: step.path,
          isLinking: true,
          before: step.before,
          after: step.text,
        },
      ];
    case 'create':
      return [
        {
          kind: 'create',
          path: step.path,
          after: step.content,
          ...(typeof step.content === 'string' ? {} : { isHashOnly: true }),
        },
      ];
    case 'makeFolder':
      return [{ kind: 'create', path: step.path, isFolder: true }];
    case 'removeFolder':
      return [{ kind: 'delete', path: step.path, isFolder: true }];
    case 'trash':
      return step.removed.map(({ path, isFolder, bytes }) =>
        isFolder ? { kind: 'delete', path, isFolder } : { kind: 'delete', path, before: bytes },
      );
    case 'move':
      return [
        {
          kind: 'move',
          path: step.file.path,
          newPath: step.newPath,
          ...(step.isFolder ? { isFolder: true } : {}),
        },
      ];
  }
}

/** The paths that a step names, without what is in a folder. */
export function pathsOf(step: Step): string[] {
  switch (step.kind) {
    case 'edit':
    case 'trash':
      return [step.file.path];
    case 'create':
    case 'makeFolder':
    case 'removeFolder':
    case 'relink':
      return [step.path];
    case 'move':
      return [step.file.path, step.newPath];
  }
}

/**
 * Every path that a step creates, changes, moves or removes, as the vault is now: of a folder also all that is in it,
 * and of what moves the old path and the new one.
 */
export function touchedPaths(step: Step): string[] {
  switch (step.kind) {
    case 'edit':
    case 'create':
    case 'makeFolder':
    case 'removeFolder':
      return pathsOf(step);
    case 'relink':
      return [];
    case 'trash':
      return [...step.removed.map(({ path }) => path), ...pathsWithin(step.file)];
    case 'move':
      return pathsWithin(step.file).flatMap(path => [path, step.newPath + path.slice(step.file.path.length)]);
  }
}

/** Whether nothing but the targets of links differs. */
export function* changesOnlyLinks({ file, before, text }: Step & { kind: 'relink' }): Steps<boolean> {
  const was = yield* linkSkeleton(before, file.extension);
  const is = yield* linkSkeleton(text, file.extension);
  return was.text === is.text && was.links.length === is.links.length;
}

/** A file, or a folder with all that is in it. */
export function pathsWithin(file: TAbstractFile): string[] {
  return [file.path, ...(file instanceof TFolder ? file.children.flatMap(pathsWithin) : [])];
}

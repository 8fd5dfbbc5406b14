/** The view of the vault that the engine needs, limited to what one caller may see. */
import type { Zone } from './values/zone';

export interface BaseLink {
  /** As written, with its subpath, decoded. */
  readonly target: string;
  /** The text that the app shows for it. */
  readonly display: string;
}

/** A file of the vault. Two with the same path are the same file. */
export interface BaseFile {
  readonly path: string;
  readonly name: string;
  readonly basename: string;
  /** Without the dot. */
  readonly extension: string;
  /** The path of its folder; '' for the root. */
  readonly folder: string;
  /** Bytes. */
  readonly size: number;
  /** Epoch milliseconds. */
  readonly created: number;
  readonly modified: number;
  /** The frontmatter as plain data; empty for a file that is no note. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Without `#`, frontmatter first. */
  readonly tags: readonly string[];
  /** Links of the frontmatter first, then links in the text, then embeds. */
  readonly links: readonly BaseLink[];
  readonly embeds: readonly BaseLink[];
  readonly backlinks: readonly BaseFile[];
  /** The paths of the files that its links lead to. */
  readonly targets: readonly string[];
}

/** Formats dates as the app does, in its language. */
export interface DateWords {
  /**
   * @param format in Moment's tokens
   * @returns undefined if it is too long, or too many were used: the library caches every format for good
   */
  format(at: number, format: string): string | undefined;
  /** Such as `3 days ago`. */
  relative(at: number, now: number): string;
  /** Such as `2 hours`. */
  duration(parts: { readonly months: number; readonly days: number; readonly ms: number }): string;
}

export interface BaseVault {
  /** Epoch milliseconds; does not change during a query. */
  readonly now: number;
  readonly zone: Zone;
  readonly words: DateWords;
  /** Monotonic, in ms; limits how long an evaluation takes. */
  readonly clock: () => number;
  /** From 0 up to 1. */
  readonly random: () => number;
  /**
   * The file that a link leads to.
   * @param linkpath without its subpath; empty for the file that contains it
   * @param source the path of the file that contains the link
   */
  resolve(linkpath: string, source: string): BaseFile | undefined;
}

import { arrayBufferToBase64, TFile } from 'obsidian';
import { ToolFailure } from '../../errors';
import { toIso } from '../../utils/dates';
import { fileOrder } from '../queries/listings/list-files';
import { mimeTypeOf } from '../reading/mime-types';
import type { CallerContext } from '../caller-context';
import { VaultPath } from '../access/vault-path';

const noteUriPrefix = 'vault:///';

interface NoteResource {
  uri: string;
  /** The note's path. */
  name: string;
  title: string;
  mimeType: string;
  /** Bytes. */
  size: number;
  /** ISO 8601 in UTC. */
  lastModified: string;
}

const pageSize = 100;
const mimeType = 'text/markdown';

export type ResourceContent = { uri: string; mimeType: string } & ({ text: string } | { blob: string });

const maxBlobBytes = 5 * 1024 * 1024;
/** Limit for the text of a note, which is sent in one message. */
const maxTextBytes = 2_000_000;

/** The notes that one caller may read, by URI. */
export class NoteResources {
  constructor(private readonly context: CallerContext) {}

  /** @throws ToolFailure `invalid_cursor` */
  async list(
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<{ resources: NoteResource[]; nextCursor?: string }> {
    const { files, pager, slicer } = this.context;
    const notes = await files.notesSliced({ slicer, signal });
    const order = await fileOrder(notes, { sort: 'name', order: 'asc' }, { slicer, signal });
    const { page, nextCursor } = pager.page('resources/list', { limit: pageSize, cursor }, order);
    return {
      resources: page.map(note => this.describe(note)),
      ...(nextCursor === undefined ? {} : { nextCursor }),
    };
  }

  /** A note's exact text, or a file's bytes, by URI; undefined if the caller may not read it. */
  async read(uri: string, signal: AbortSignal): Promise<ResourceContent | undefined> {
    const path = pathOf(uri);
    const found = path === undefined ? undefined : this.context.files.at(path);
    if (!(found instanceof TFile)) return undefined;
    if (found.extension !== 'md') return this.blob(uri, found);
    if (found.stat.size > maxTextBytes)
      throw new ToolFailure('too_large', 'The note is larger than 2 MB; a tool can read its lines.');
    const note = await this.context.notes.readIfPossible(found, signal);
    return note === undefined ? undefined : { uri, mimeType, text: note.text };
  }

  /** The path that a URI names, spelled as in the vault if the caller sees it; undefined for other URIs. */
  pathOf(uri: string): string | undefined {
    const path = pathOf(uri);
    if (path === undefined || path.value === '') return undefined;
    return this.context.files.at(path)?.path ?? path.value;
  }

  /** Whether the caller sees a file at exactly this path. */
  sees(path: string): boolean {
    const file = this.context.app.vault.getFileByPath(path);
    return file !== null && this.context.files.canSee(file);
  }

  /** Whether the rules let the caller see this path, whether or not a file is or was there. */
  mayHaveSeen(path: string): boolean {
    return this.context.files.mayRead(path);
  }

  private async blob(uri: string, file: TFile): Promise<ResourceContent | undefined> {
    if (file.stat.size > maxBlobBytes) return undefined;
    const bytes = await this.context.app.vault.readBinary(file).catch(() => undefined);
    if (bytes === undefined) return undefined;
    return { uri, mimeType: mimeTypeOf(file.extension.toLowerCase()), blob: arrayBufferToBase64(bytes) };
  }

  private describe(note: TFile): NoteResource {
    const { path: name, stat } = note;
    const title = this.context.facts.titleOf(note);
    return { uri: uriOf(name), name, title, mimeType, size: stat.size, lastModified: toIso(stat.mtime) };
  }
}

export function uriOf(path: string): string {
  return noteUriPrefix + path.split('/').map(encodeURIComponent).join('/');
}

/** The path that a URI names, decoded once; undefined for other URIs. */
function pathOf(uri: string): VaultPath | undefined {
  if (!uri.startsWith(noteUriPrefix)) return undefined;
  try {
    return VaultPath.parse(decodeURIComponent(uri.slice(noteUriPrefix.length)));
  } catch (error) {
    if (error instanceof ToolFailure || error instanceof URIError) return undefined;
    throw error;
  }
}

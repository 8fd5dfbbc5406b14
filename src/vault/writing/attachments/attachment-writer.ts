import { type TFile, type App, normalizePath } from 'obsidian';
import { ToolFailure } from '../../../errors';
import { linkKey } from '../../../markdown/links/link-target';
import { relativePath } from '../../../markdown/links/link-spelling';
import { lastName, folderOf } from '../../../utils/text/pieces';
import { VaultPath } from '../../access/vault-path';
import { configOf } from '../../app/app-config';
import { versionOf } from '../../reading/notes';
import { type AttachmentKind, checkContent, kindOf } from './file-kinds';
import { withContent } from '../notes/note-creator';
import { storable } from '../notes/whole-note';
import type { Plan, WriteCall } from '../pipeline/pipeline';
import { creation, type Step } from '../pipeline/steps';
import { type Ending, ending } from '../write-result';
import type { WriterContext } from '../writer-context';

/** A file to add, as a caller describes it. */
export interface NewAttachment {
  /** A file name, or a path with folders. */
  readonly name: string;
  /** The note that it belongs to, which determines its folder. */
  readonly note?: string | undefined;
  /** Whether to append the embed to the note. */
  readonly embed: boolean;
  readonly mediaType?: string | undefined;
}

interface AttachmentResult extends Ending {
  path: string;
  mediaType: string;
  /** Bytes; left out if the content has not arrived yet. */
  size?: number;
  versionId?: string;
  note?: string;
  embed?: string;
}

interface AttachmentPlan extends Plan {
  readonly path: string;
  readonly embedded?: { readonly note: string; readonly embed: string };
}

/** Adds files other than notes for one caller. */
export class AttachmentWriter {
  constructor(private readonly context: WriterContext) {}

  /**
   * Creates the file, and the embed in its note, as one change. Replaces no existing file.
   * @param bytes the content; undefined previews an attachment whose content comes later
   * @throws ToolFailure `unsupported_file`, `invalid_argument`, `already_exists`, and like any write
   */
  async add(
    attachment: NewAttachment,
    bytes: Uint8Array | undefined,
    given: WriteCall,
  ): Promise<AttachmentResult> {
    const { pipeline, authority } = this.context;
    VaultPath.parse(attachment.name);
    const kind = kindOf(attachment.name, attachment.mediaType);
    if (attachment.embed && attachment.note === undefined)
      throw new ToolFailure('invalid_argument', '`embed` needs a `note`.');
    const call = bytes === undefined ? { ...given, dryRun: true } : given;
    if (bytes !== undefined) await checkContent(kind, bytes);
    const named = { ...attachment, name: kind.name };
    const outcome = await pipeline.run({
      call,
      authority,
      targets: () => this.targets(named),
      plan: () => this.plan(named, kind, bytes ?? new Uint8Array(), call.signal),
    });
    const { path, embedded } = outcome.plan;
    const content = bytes === undefined ? {} : { size: bytes.length, versionId: versionOf(bytes) };
    return { path, mediaType: kind.mediaType, ...content, ...embedded, ...ending(outcome, given.dryRun) };
  }

  private targets(attachment: NewAttachment): string[] {
    const note = this.noteOf(attachment);
    const path = placeFor(attachment.name, note, this.context);
    return note !== undefined && attachment.embed ? [path, note.path] : [path];
  }

  private async plan(
    attachment: NewAttachment,
    { mediaType }: AttachmentKind,
    bytes: Uint8Array,
    signal: AbortSignal,
  ): Promise<AttachmentPlan> {
    const note = this.noteOf(attachment);
    const path = placeFor(attachment.name, note, this.context);
    const steps = creation(this.context.targets.missingFolders(path), { path, content: bytes });
    const action = { kind: 'addAttachment', path, mediaType, bytes: bytes.length } as const;
    if (note === undefined || !attachment.embed) return { path, steps, action };
    const embed = embedOf(path, note, this.context.app, this.isOnly(path));
    steps.push(await this.embedding(note, embed, signal));
    const embedded = { note: note.path, embed };
    return { path, steps, action: { ...action, note: note.path }, embedded };
  }

  private async embedding(note: TFile, embed: string, signal: AbortSignal): Promise<Step> {
    const { notes } = this.context;
    const before = await notes.readFile(note, signal);
    const text = storable(withContent(before.text, 'append', embed), before.text);
    return { kind: 'edit', file: note, before, text };
  }

  /** Whether a bare name leads to the file. A link must not reveal what the token cannot see. */
  private isOnly(path: string): boolean {
    const { files, names } = this.context;
    return !files.access.isNarrowed && names.withName(linkKey(lastName(path))).length === 0;
  }

  private noteOf({ note, embed }: NewAttachment): TFile | undefined {
    const { files, targets } = this.context;
    if (note === undefined) return undefined;
    return embed ? targets.note(note) : files.note(note);
  }
}

/** Characters that end the path in a link. */
const unlinkable = /[#^[\]|]/;

/**
 * The path for a new attachment: a free one in the app's attachment folder, or the given path itself.
 * @param note that the attachment belongs to
 * @throws ToolFailure `invalid_path`, `permission_denied`; `already_exists` for a path with folders
 */
function placeFor(name: string, note: TFile | undefined, { app, files, targets }: WriterContext): string {
  if (unlinkable.test(name))
    throw new ToolFailure(
      'invalid_path',
      'The name has one of the characters # ^ [ ] |, which links cannot contain.',
    );
  if (name.includes('/')) return targets.freePath(name);
  const folder = folderFor(app, note);
  const known = folder === '' ? '' : (files.at(VaultPath.parse(folder))?.path ?? folder);
  const wanted = known === '' ? name : `${known}/${name}`;
  try {
    return targets.freePath(wanted);
  } catch (error) {
    if (!(error instanceof ToolFailure) || error.code !== 'already_exists') throw error;
    return targets.freePath(targets.freeName(wanted));
  }
}

/**
 * Reads the setting: the app's `getAvailablePathForAttachment` creates the folder, which a preview or a
 * refused call must not do. `./` is the note's folder, '' the root.
 */
function folderFor({ vault }: App, note: TFile | undefined): string {
  const setting = configOf(vault, 'attachmentFolderPath');
  const configured = typeof setting === 'string' ? setting : '/';
  const isBeside = configured === '.' || configured.startsWith('./');
  const below = normalizePath(isBeside ? configured.slice(1) : configured);
  const base = isBeside && note !== undefined ? folderOf(note.path) : '';
  return [base, below].filter(part => part !== '' && part !== '/').join('/');
}

/**
 * The embed of a future attachment, as the app would write it.
 * @param isOnly whether its name is unique, so that the name alone leads to it
 */
function embedOf(path: string, note: TFile, { vault }: App, isOnly: boolean): string {
  const format = configOf(vault, 'newLinkFormat');
  const name = lastName(path);
  const shortest = isOnly ? name : path;
  const fromNote = relativePath(folderOf(note.path), path);
  const target = format === 'relative' ? fromNote : format === 'absolute' ? path : shortest;
  if (configOf(vault, 'useMarkdownLinks') !== true) return `![[${target}]]`;
  return `![${name.slice(0, name.lastIndexOf('.'))}](${target.replace(/[ %()<>]/g, character => encoded(character))})`;
}

const encoded = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

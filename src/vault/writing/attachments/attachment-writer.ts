import type { TFile } from 'obsidian';
import { ToolFailure } from '../../../errors';
import { versionOf } from '../../reading/notes';
import { VaultPath } from '../../access/vault-path';
import { storable } from '../notes/whole-note';
import { withContent } from '../notes/note-creator';
import type { Plan, WriteCall } from '../pipeline/pipeline';
import type { Step } from '../pipeline/steps';
import { ending } from '../write-result';
import { embedOf, placeFor } from './attachment-place';
import { type AttachmentKind, checkContent, kindOf } from './file-kinds';
import type { WriterContext } from '../writer-context';
import { lastName } from '../../../utils/text/pieces';

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

export interface AttachmentResult {
  path: string;
  mediaType: string;
  /** Bytes; left out if the content has not arrived yet. */
  size?: number;
  versionId?: string;
  /** The note with the new embed. */
  note?: string;
  /** The embed, as it was written. */
  embed?: string;
  changeId?: string;
  dryRun?: boolean;
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
    return {
      path,
      mediaType: kind.mediaType,
      ...content,
      ...embedded,
      ...ending(outcome, given.dryRun),
    };
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
    const folders = this.context.targets.missingFolders(path);
    const steps: Step[] = [
      ...folders.map(folder => ({ kind: 'makeFolder', path: folder }) as const),
      { kind: 'create', path, content: bytes },
    ];
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
    const longer = withContent(before.text, 'append', embed);
    const text = storable(longer, before.text);
    return { kind: 'edit', file: note, before, text };
  }

  /** Whether a bare name leads to the file. A link must not reveal what the token cannot see. */
  private isOnly(path: string): boolean {
    const name = lastName(path).toLowerCase();
    return !this.context.files.access.isNarrowed && this.context.names.withName(name).length === 0;
  }

  private noteOf({ note, embed }: NewAttachment): TFile | undefined {
    const { files, targets } = this.context;
    if (note === undefined) return undefined;
    return embed ? targets.note(note) : files.note(note);
  }
}

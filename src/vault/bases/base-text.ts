import type { TFile } from 'obsidian';
import { ToolFailure } from '../../errors';
import { parseNote } from '../../markdown/structure/scan-structure';
import { fencedTexts } from '../../markdown/text/fenced-texts';
import { counted } from '../../utils/text/pieces';
import { isNote } from '../access/visible-files';
import type { CallerContext } from '../caller-context';
import type { NoteContent } from '../reading/notes';

/** A reference to a base: a file, a block of a note, or a text in the call. */
export interface BaseReference {
  readonly path?: string | undefined;
  /** Index among the `base` blocks of a note, from 0. */
  readonly block?: number | undefined;
  /** YAML. */
  readonly source?: string | undefined;
}

export interface BaseText {
  readonly yaml: string;
  /** The base, or the note that contains it; undefined for a text in the call. */
  readonly file: TFile | undefined;
}

/** @throws ToolFailure `invalid_argument`, `target_not_found`, `unsupported_file`, and like any note reference */
export async function readBaseText(
  { path, block, source }: BaseReference,
  { files, notes }: CallerContext,
  signal: AbortSignal,
): Promise<BaseText> {
  if ((path === undefined) === (source === undefined))
    throw new ToolFailure('invalid_argument', 'Give either `path` or `source`.');
  if (source !== undefined) {
    if (block !== undefined) throw new ToolFailure('invalid_argument', '`block` needs the `path` of a note.');
    return { yaml: source, file: undefined };
  }
  const file = fileNamed(path ?? '', block !== undefined, files);
  if (file.extension !== 'md' && file.extension !== 'base')
    throw new ToolFailure(
      'unsupported_file',
      'Only a base (.base), or a note with a `base` block, can be queried.',
    );
  const note = await notes.readFile(file, signal);
  if (!isNote(file)) return { yaml: note.text, file };
  return { yaml: blockOf(note, block ?? 0), file };
}

/** A base may be named without its extension, unless a block of a note is meant. */
function fileNamed(path: string, isOfNote: boolean, files: CallerContext['files']): TFile {
  if (isOfNote) return files.note(path);
  const base = path.startsWith('[[') ? undefined : files.otherFile(`${path}.base`);
  return files.otherFile(path) ?? base ?? files.note(path);
}

function blockOf(note: NoteContent, block: number): string {
  const blocks = fencedTexts(note.text, parseNote(note.text), 'base');
  const yaml = blocks[block];
  if (yaml !== undefined) return yaml;
  if (blocks.length === 0)
    throw new ToolFailure('target_not_found', 'The note has no code block of the language `base`.', {
      hint: 'Give the path of a .base file, or a note with a ```base block.',
    });
  throw new ToolFailure('target_not_found', `\`block\` must be less than ${blocks.length}.`, {
    hint: `The note has ${counted(blocks.length, 'base block')}, counted from 0.`,
  });
}

import { shortLine, cutText } from '../../utils/text/pieces';
import * as z from 'zod';
import type { TFile } from 'obsidian';
import { ToolFailure, unlessRefused } from '../../errors';
import { findBody, readFrontmatter } from '../../markdown/frontmatter/frontmatter';
import { Best } from '../../utils/collections';
import { compareKeys, nameKey } from '../../utils/text/folding';
import { filtered } from '../../utils/slicing/time-slicer';
import type { CallerContext } from '../caller-context';
import { VaultPath } from '../access/vault-path';

/** The kind of value that an argument takes, so that clients can complete it. */
const completionKinds = ['path', 'tag', 'heading', 'property'] as const;
export type CompletionKind = (typeof completionKinds)[number];

export interface PromptArgument {
  readonly name: string;
  readonly description?: string;
  readonly required: boolean;
  readonly completes?: CompletionKind;
}

const maxArguments = 20;
const maxDescriptionLength = 300;

const argumentName = z.string().regex(/^[A-Za-z][\w-]{0,39}$/);
const argument = z.union([
  argumentName.transform(name => ({ name, required: true })),
  z
    .object({
      name: argumentName,
      description: z.string().optional().catch(undefined),
      required: z.boolean().catch(true),
      completes: z.enum(completionKinds).optional().catch(undefined),
    })
    .transform(({ name, required, description, completes }) => ({
      name,
      required,
      ...(description === undefined ? {} : { description: shortLine(description, maxDescriptionLength) }),
      ...(completes === undefined ? {} : { completes }),
    })),
]);

/** What a prompt note declares in its frontmatter; entries of another shape are ignored. */
interface Declaration {
  readonly description: string | undefined;
  readonly arguments: readonly PromptArgument[];
}

function readDeclaration(frontmatter: Readonly<Record<string, unknown>>): Declaration {
  const { description, arguments: list } = frontmatter;
  const byName = new Map<string, PromptArgument>();
  for (const item of Array.isArray(list) ? list.slice(0, maxArguments) : []) {
    const read = argument.safeParse(item);
    if (read.success && !byName.has(read.data.name)) byName.set(read.data.name, read.data);
  }
  const text = typeof description === 'string' ? shortLine(description, maxDescriptionLength) : '';
  return { description: text === '' ? undefined : text, arguments: [...byName.values()] };
}

/** Turns a file's path into a name that clients can show as a command. */
function promptNameOf(path: string): string {
  const name = path.replace(/[^\p{L}\p{N}]+/gu, () => '_').replace(/^_|_$/gu, () => '');
  return name === '' ? 'prompt' : cutText(name, 60);
}

const placeholder = /\{\{[ \t]{0,8}([A-Za-z][\w-]{0,39})[ \t]{0,8}\}\}/g;

/** Replaces `{{name}}` for each declared argument; undefined if the text would become too long. */
function fillIn(
  text: string,
  declared: readonly PromptArgument[],
  given: Readonly<Record<string, string>>,
): string | undefined {
  const values = new Map(
    declared.map(({ name }) => [name, Object.hasOwn(given, name) ? (given[name] ?? '') : '']),
  );
  let length = text.length;
  for (const [whole, name = ''] of text.matchAll(placeholder))
    length += (values.get(name)?.length ?? whole.length) - whole.length;
  if (length > maxFilledLength) return undefined;
  return text.replace(placeholder, (whole: string, name: string) => values.get(name) ?? whole);
}

/** A note in the prompts folder, as `prompts/list` shows it. */
interface NotePrompt extends Pick<Declaration, 'arguments'> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

/** Most prompts; further notes are ignored: a client shows them all in one menu. */
const maxPrompts = 200;
/** Longest prompt note, and longest text with its arguments filled in, in characters. */
const maxTextLength = 100_000;
const maxFilledLength = 1_000_000;

/** The user's own prompts: the notes of one folder that the caller may read. */
export class PromptNotes {
  /** '' if the setting is not a path in the vault. */
  private readonly folder: string;

  constructor(private readonly context: CallerContext) {
    this.folder = unlessRefused(() => VaultPath.parseFolder(context.promptsFolder).value) ?? '';
  }

  /** Whether a note at this path would be a prompt. */
  holds(path: string): boolean {
    return this.folder !== '' && path.startsWith(`${this.folder}/`) && path.endsWith('.md');
  }

  /** @param taken names that are already in use */
  async list(taken: readonly string[], signal: AbortSignal): Promise<NotePrompt[]> {
    if (this.folder === '') return [];
    await this.context.readiness.wait(signal);
    return [...(await this.named(taken, signal))].map(([name, file]) => {
      const declared = readDeclaration(this.context.facts.of(file).frontmatter ?? {});
      const title = shortLine(file.basename, 100);
      return { name, title, ...declared, description: describe(declared.description) };
    });
  }

  /**
   * The prompt's text with its arguments filled in; undefined if the caller has no prompt of this name.
   * @throws ToolFailure `invalid_argument`, `too_large`
   */
  async fill(
    name: string,
    given: Readonly<Record<string, string>>,
    taken: readonly string[],
    signal: AbortSignal,
  ): Promise<{ readonly path: string; readonly description: string; readonly text: string } | undefined> {
    const file = (await this.named(taken, signal)).get(name);
    const note = file === undefined ? undefined : await this.context.notes.readIfPossible(file);
    if (note === undefined) return undefined;
    if (note.text.length > maxTextLength) throw new ToolFailure('too_large', 'The prompt is too long.');
    const declared = readDeclaration(readFrontmatter(note.text) ?? {});
    const missing = declared.arguments.find(
      argument => argument.required && !Object.hasOwn(given, argument.name),
    );
    if (missing !== undefined)
      throw new ToolFailure('invalid_argument', `The argument ${missing.name} is required.`);
    const body = note.text.slice(findBody(note.text)).trim();
    const text = fillIn(body, declared.arguments, given);
    if (text === undefined) throw new ToolFailure('too_large', 'The arguments are too long.');
    return { path: note.path, description: describe(declared.description), text };
  }

  /** The notes by prompt name; only visible notes affect the names. */
  private async named(taken: readonly string[], signal: AbortSignal): Promise<Map<string, TFile>> {
    const notes = this.folder === '' ? [] : await this.notesOfFolder(signal);
    const prompts = new Map<string, TFile>();
    const used = new Set(taken);
    for (const file of notes) {
      const plain = promptNameOf(file.path.slice(this.folder.length + 1, -'.md'.length));
      let name = plain;
      for (let copy = 2; used.has(name); copy += 1) name = `${plain}_${copy}`;
      used.add(name);
      prompts.set(name, file);
    }
    return prompts;
  }

  private async notesOfFolder(signal: AbortSignal): Promise<readonly TFile[]> {
    const { files, slicer } = this.context;
    const loop = { slicer, signal };
    const held = await filtered(await files.notesSliced(loop), ({ path }) => this.holds(path), loop);
    const first = new Best<{ file: TFile; key: string }>(maxPrompts, (a, b) => compareKeys(a.key, b.key));
    for (const file of held) first.offer({ file, key: nameKey(file.path) });
    return first.sorted().map(({ file }) => file);
  }
}

/** Marks the description as text of the vault's owner. */
function describe(description: string | undefined): string {
  return `Written by the owner of the vault${description === undefined ? '.' : `: ${description}`}`;
}

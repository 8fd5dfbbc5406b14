/**
 * The only kind of error that a client sees. Code that calls other libraries translates their errors into it; the tool
 * runner returns it. Anything else that is thrown is a bug.
 */

/** What to do next: one sentence, or several, of which the first that names no hidden tool is used. */
export type Advice = string | readonly string[];

/** Whether a caller is shown the tool of this name; true for a word that names none. */
export type Shows = (name: string) => boolean;

/** A name in backticks; what double quotes enclose is passed over: words of callers and notes stand there. */
const nameOrQuote = /"(?:[^"\\]|\\.)*"|`([a-z]+(?:_[a-z]+)*)`/gu;

/** Whether a text names, in backticks outside of double quotes, a tool that is not shown. */
export function namesHidden(text: string, shows: Shows): boolean {
  return [...text.matchAll(nameOrQuote)].some(([, name]) => name !== undefined && !shows(name));
}

/** The first sentence that names no hidden tool; empty if there is none. */
export function adviceFor(advice: Advice, shows: Shows): string {
  return [advice].flat().find(sentence => !namesHidden(sentence, shows)) ?? '';
}

/** Every error code with its usual hint, empty where the message says it all. The last of several names no tool. */
export const defaultHints = {
  invalid_argument: '',
  invalid_path: 'Give a path inside the vault, such as "Folder/Note.md".',
  not_found: ['Use `list` or `search` to find the path.', 'Check the path.'],
  already_exists: 'Choose another path, or edit the file that is there.',
  not_empty: 'Pass `recursive: true` to remove the folder with everything in it.',
  version_conflict: 'Read the note again and repeat the change on its current text.',
  target_not_found: 'Read the note, and name the target exactly as it is written there.',
  target_ambiguous:
    'Name one of them: by its full heading path, by `occurrence`, or with more surrounding text.',
  permission_denied: 'Ask the owner of the vault to allow this for the token in the settings of Lectern.',
  tool_disabled: 'The owner of the vault can switch it on in the settings (`enabledTools`, `disabledTools`).',
  approval_refused: 'Do not repeat the call. Ask the user how to proceed.',
  invalid_frontmatter: 'Repair the YAML between the `---` lines first; the file was left as it is.',
  unsupported_file: 'No tool can do this with the file; tell the user.',
  unsupported_task: [
    'Nothing was changed. Change the line itself with `edit_note`.',
    'Nothing was changed. Change the text of the line instead.',
  ],
  too_large: 'Ask for less at once, or work on one part of it.',
  invalid_query: '',
  budget_exceeded: 'Narrow it down: one folder, one tag, fewer words or a simpler pattern.',
  plugin_missing: 'Ask the user to enable it and, without the app, to load it with `--plugins`.',
  unsupported_here: 'It works where Lectern runs in Obsidian.',
  invalid_cursor: 'Start again without `cursor`.',
  paused: 'The user has paused Lectern; try again after they resume it.',
  busy: 'Wait a moment and try again.',
  vault_unavailable:
    'Its process is restarting. Before you repeat a change that was in progress, check whether it was made.',
  storage_error: 'Nothing was changed. Check disk space and permissions, then try again.',
  internal_error: 'Try again; if it happens again, report it with the time of the call.',
} as const satisfies Readonly<Record<string, Advice>>;

export type ErrorCode = keyof typeof defaultHints;

interface FailureDetails {
  /** What to do next; the code's default hint when left out. */
  readonly hint?: Advice;
  /** Near names that do exist, best first. */
  readonly candidates?: readonly string[];
  /** The file's current version, for `version_conflict` and its like. */
  readonly versionId?: string;
  /** A unified diff of what changed since the caller looked. */
  readonly diff?: string;
}

export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
  /** The hint with its alternatives; see `hintFor`. */
  readonly hint: Advice;

  /** @param message what is wrong with the given value, in our own words; never text from a note. */
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: FailureDetails = {},
  ) {
    super(message);
    this.hint =
      details.hint ?? (details.candidates?.length ? hintsOfNear.get(code) : undefined) ?? defaultHints[code];
  }

  /** What a caller should do next, by tools that it is shown. */
  hintFor(shows: Shows): string {
    return adviceFor([this.hint, defaultHints[this.code]].flat(), shows);
  }
}

/** Hints in place of the default where there are candidates. */
const hintsOfNear: ReadonlyMap<ErrorCode, Advice> = new Map<ErrorCode, Advice>([
  ['not_found', ['Use one of the candidates, or find the path with `list`.', 'Use one of the candidates.']],
  ['target_not_found', 'Use one of the candidates, exactly as written there.'],
]);

/** Why one of several items failed, where the call itself does not. */
export interface ItemError {
  code: ErrorCode;
  message: string;
  hint: string;
  candidates?: string[];
}

export function itemError(failure: ToolFailure, shows: Shows): ItemError {
  const { code, message, details } = failure;
  const { candidates = [] } = details;
  return {
    code,
    message,
    hint: failure.hintFor(shows),
    ...(candidates.length === 0 ? {} : { candidates: [...candidates] }),
  };
}

/** The code of an error of Node, such as `ENOENT` or `EADDRINUSE`; undefined if it has none. */
export function errorCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

/** The result of the work; undefined if it throws a `ToolFailure`. */
export function unlessRefused<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof ToolFailure) return undefined;
    throw error;
  }
}

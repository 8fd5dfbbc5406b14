import * as z from 'zod';
import { type Advice, adviceFor, type ErrorCode, namesHidden, type Shows } from '../errors';
import { isObject } from '../utils/json';
import { oneLine } from '../utils/text/pieces';
import type { Progress, TextQuestion, UserWait } from '../utils/call-hooks';
import type { Profile, Rights } from '../utils/rights';
import type { Attachment } from '../vault/reading/attachments';
import type { NewAttachment } from '../vault/writing/attachments/attachment-writer';
import type { Services } from '../vault/services';
import { type LimitedResult, withinBytes } from './result-limit';
import { readArguments } from './arguments';
import { bare, flagsOf } from './field-flags';
import { endLines } from './shared/text-lines';
import { type LeftOut, leftOutHint } from './unknown-argument';

/** MCP's four annotations, all set: clients assume the worst of a missing one. */
interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** A tool's effects on the vault, with the required rights and the hints for clients. */
interface Risk {
  readonly name: 'reads' | 'adds' | 'changes' | 'removes' | 'commands';
  readonly rights: Rights;
  readonly annotations: Annotations;
}

const closedWorld = { openWorldHint: false } as const;

export const READS: Risk = {
  name: 'reads',
  rights: 'read',
  annotations: { ...closedWorld, readOnlyHint: true, destructiveHint: false, idempotentHint: true },
};
/** Reads data that only tokens with full rights may see. */
export const READS_AS_OWNER: Risk = { ...READS, rights: 'full' };
export const ADDS: Risk = {
  name: 'adds',
  rights: 'write',
  annotations: { ...closedWorld, readOnlyHint: false, destructiveHint: false, idempotentHint: false },
};
export const CHANGES: Risk = {
  name: 'changes',
  rights: 'write',
  annotations: { ...closedWorld, readOnlyHint: false, destructiveHint: true, idempotentHint: false },
};
export const REMOVES: Risk = {
  name: 'removes',
  rights: 'write',
  annotations: { ...closedWorld, readOnlyHint: false, destructiveHint: true, idempotentHint: false },
};
export const COMMANDS: Risk = {
  name: 'commands',
  rights: 'full',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};

/** Families in the order in which settings and documentation show them. */
export const families = {
  browse: 'Browse',
  read: 'Read',
  find: 'Find',
  links: 'Links',
  write: 'Write',
  many: 'Change many notes',
  remove: 'Remove and undo',
  app: 'The app',
} as const;
export type Family = keyof typeof families;

export interface ToolContext {
  /** The vault as the caller may see and change it. */
  readonly services: Services;
  /** The name of the called tool. */
  readonly tool: string;
  readonly client: string | undefined;
  /** The MCP revision of this call, such as `2026-07-28`. */
  readonly protocolVersion: string;
  /** Aborts when the client disconnects or the call's time is up. */
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly waitForUser: UserWait;
  /** Asks the user in the client, if that can show questions. */
  readonly askInClient?: TextQuestion | undefined;
  /** Whether the caller is shown a tool: answers name no other. */
  readonly shows: Shows;
  /** The tools that the caller is not shown but may call. */
  readonly unlisted: () => readonly Tool[];
  readonly openUpload: (attachment: NewAttachment) => UploadAddress;
  /** Yields the thread for one turn; call it between the steps of a large result. */
  readonly pause: () => Promise<void>;
}

/** An address to which an attachment's content can be sent once, by PUT. */
export interface UploadAddress {
  readonly uploadUrl: string;
  /** ISO. */
  readonly expires: string;
}

interface ToolFacts {
  /** `verb_noun`, or one word. */
  readonly name: string;
  readonly title: string;
  /** One plain sentence for the user, shown in the settings. */
  readonly summary: string;
  readonly family: Family;
  readonly risk: Risk;
  /** What it does, when to use it, what it returns: written for a model. */
  readonly description: string;
  /** Sentences about other tools, each told to those who are shown that tool. */
  readonly seeAlso?: readonly { readonly tool: string; readonly sentence: string }[];
  /** How to get what a result left out because it was too large. */
  readonly rest?: Advice;
  /** Advice for arguments that it does not have, by their names. */
  readonly insteadOf?: Readonly<Record<string, Advice>>;
  /** The failures that it can return besides those of any tool (see `commonFailures`). */
  readonly failures: readonly ErrorCode[];
  readonly offByDefault?: boolean;
  /** The smallest profile that lists it; `all` by default. Every profile may call it. */
  readonly profile?: Profile;
  /** Whether clients that load tools on demand should always load it. */
  readonly alwaysLoaded?: boolean;
  /** Needs the app's window: not listed and refused in the headless host. */
  readonly needsWindow?: boolean;
  /** Neither listed nor allowed where rules hide part of the vault from the token. */
  readonly needsWholeVault?: boolean;
}

/** A value together with an image or sound. */
export class WithAttachment<Value> {
  constructor(
    readonly value: Value,
    readonly attachment: Attachment,
  ) {}
}

type Result<Value> = Value | WithAttachment<Value>;

interface ToolDeclaration<Input extends z.ZodObject, Output extends z.ZodObject> extends ToolFacts {
  /** A flat `z.strictObject`, every field described. */
  readonly input: Input;
  readonly output: Output;
  run(
    input: z.output<Input>,
    context: ToolContext,
  ): Promise<Result<z.input<Output>>> | Result<z.input<Output>>;
  /**
   * The same facts as a few lines for a model, without the hints and the cursor, which are added below: a list whose
   * items become one line each, whatever notes put into them, or a text with its own line breaks.
   */
  text(value: z.input<Output>, input: z.output<Input>): string | readonly string[];
  /** Above a text that ends with a note's own, or separated from a text of paragraphs. */
  readonly hints?: 'above' | 'apart';
}

export interface ToolResult extends LimitedResult {
  readonly attachment?: Attachment;
}

/** A tool with its types erased, so that all of them fit one list. */
export interface Tool extends ToolFacts {
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** @param raw the arguments as sent by the client @throws ToolFailure */
  run(raw: unknown, context: ToolContext): Promise<ToolResult>;
}

/** Failures that any tool can return because of the runner or the format of the call. */
export const commonFailures: readonly ErrorCode[] = [
  'invalid_argument',
  'permission_denied',
  'tool_disabled',
  'paused',
  'busy',
  'budget_exceeded',
  'unsupported_here',
  'vault_unavailable',
  'internal_error',
];

/** Failures of reading a note or file that the caller names. */
export const noteFailures: readonly ErrorCode[] = [
  ...(['invalid_path', 'not_found', 'target_ambiguous', 'unsupported_file'] as const),
  ...(['too_large', 'storage_error'] as const),
];

export function defineTool<Name extends string, Input extends z.ZodObject, Output extends z.ZodObject>(
  declaration: ToolDeclaration<Input, Output> & { readonly name: Name },
): Tool & { readonly name: Name } {
  const { input, output, rest = defaultRest(declaration.risk, input), insteadOf } = declaration;
  return {
    ...declaration,
    async run(raw, context) {
      const unknown: LeftOut[] = [];
      const { readOnlyHint } = declaration.risk.annotations;
      const onLeftOut = readOnlyHint ? (argument: LeftOut) => void unknown.push(argument) : undefined;
      const query = readArguments(input, raw, { insteadOf, onLeftOut });
      const named = namedIn(query, input);
      const { namedFiles } = context.services;
      const mayBeNames = declaration.risk !== ADDS;
      if (named.length > 0) await namedFiles.prepare(named, mayBeNames, context.signal);
      const run = async (): Promise<Result<z.input<Output>>> => declaration.run(query, context);
      const result = await run().catch((error: unknown) => {
        throw named.length === 0 ? error : namedFiles.failureFor(error, named);
      });
      const ignored = await leftOutHints(unknown, context);
      const { pause, shows } = context;
      const again = async (less: Readonly<Record<string, number>>): Promise<z.input<Output>> =>
        withHints(valueOf(await declaration.run({ ...query, ...less }, context)), shows, ignored);
      const render = (value: z.input<Output>, notices: readonly string[] = []): string => {
        const said = declaration.text(value, query);
        const text = typeof said === 'string' ? said : said.map(oneLine).join('\n');
        const parts = [text, [...endLines(value), ...notices].join('\n')];
        const inOrder = declaration.hints === 'above' ? parts.reverse() : parts;
        return inOrder.filter(part => part !== '').join(declaration.hints === 'apart' ? '\n\n' : '\n');
      };
      const call = { input, output, query, rest: adviceFor(rest, shows), pause, again, render };
      const answer = await withinBytes(withHints(valueOf(result), shows, ignored), call);
      return result instanceof WithAttachment ? { ...answer, attachment: result.attachment } : answer;
    },
  };
}

/** The files named by arguments that are declared to name files, including those of items. */
function namedIn(value: unknown, field: z.core.$ZodType | undefined): string[] {
  const type = bare(field);
  if (typeof value === 'string') {
    const { names } = flagsOf(field);
    if (names === undefined) return [];
    // A link may lack its brackets.
    return [names === 'link' && !value.startsWith('[[') ? `[[${value}]]` : value];
  }
  if (type instanceof z.ZodArray && Array.isArray(value))
    return value.flatMap(item => namedIn(item, type.element));
  if (!(type instanceof z.ZodObject) || !isObject(value)) return [];
  return Object.entries<z.core.$ZodType>(type.shape).flatMap(([name, own]) => namedIn(value[name], own));
}

/** Drops hints that name a tool which the caller is not shown, and adds those on ignored arguments. */
function withHints<Value extends Record<string, unknown>>(
  value: Value,
  shows: Shows,
  ignored: readonly string[],
): Value {
  const { hints } = value;
  if (!Array.isArray(hints)) return ignored.length === 0 ? value : { ...value, hints: ignored };
  const shown: unknown[] = hints.filter(hint => typeof hint !== 'string' || !namesHidden(hint, shows));
  return { ...value, hints: [...shown, ...ignored] };
}

/** Hints for ignored arguments at most: a call may have any number of them. */
const maxLeftOut = 5;

/** Says which arguments were ignored, and how to write those that name a property of notes. */
async function leftOutHints(all: readonly LeftOut[], { services, signal }: ToolContext): Promise<string[]> {
  const hints: string[] = [];
  for (const one of all.slice(0, maxLeftOut)) {
    const isProperty = one.condition !== undefined && (await services.hints.hasProperty(one.name, signal));
    hints.push(leftOutHint(one, isProperty));
  }
  return hints;
}

function valueOf<Value>(result: Result<Value>): Value {
  return result instanceof WithAttachment ? result.value : result;
}

/** Arguments by which an answer becomes smaller. */
const narrowing = 'path paths tag where query fields select startLine limit maxChars'.split(' ');

function defaultRest({ annotations }: Risk, { shape }: z.ZodObject): string {
  if (!annotations.readOnlyHint) return 'The change was made completely. Read the files to see it.';
  const own = narrowing.filter(name => Object.hasOwn(shape, name)).map(name => `\`${name}\``);
  return own.length === 0 ? 'Ask for less at once.' : `Narrow it down by ${own.join(', ')}.`;
}

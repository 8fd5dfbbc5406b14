import { type Shows, ToolFailure } from '../../errors';
import { now, yieldToLoop } from '../../platform';
import { givenArgument } from '../../tools/arguments';
import { namesInLine } from '../../tools/shared/text-lines';
import type { Tool, UploadAddress } from '../../tools/tool';
import { oneLine } from '../../utils/text/pieces';
import { LoopTurns } from '../../utils/slicing/loop-turns';
import { shorten } from '../../utils/text/shortening';
import type { Attachment } from '../../vault/reading/attachments';
import { noProgress, type Progress, type TextQuestion } from '../../utils/call-hooks';
import type { Grant } from '../../vault/access/access';
import type { Services } from '../../vault/services';
import type { Effect } from '../../vault/activity/call-record';
import type { NewAttachment } from '../../vault/writing/attachments/attachment-writer';
import type { UploadAddresses } from '../uploads/upload-addresses';
import type { CallLog } from './call-log';
import type { CallLimits } from './call-limits';
import type { ToolAccess } from './tool-access';

/** Limit for a failure in bytes of JSON; lists of candidates and diffs come from notes. */
const maxBytesOfFailure = 50_000;

export interface CallResult {
  readonly content: ({ type: 'text'; text: string } | Attachment)[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: true;
}

/** The caller: the grant of its token, and the client's own name. */
export interface Caller {
  readonly grant: Grant;
  /** Whether a token from the sign-in is still valid. */
  readonly isLive?: (() => boolean) | undefined;
  readonly client: string | undefined;
  /** The MCP revision of this call. */
  readonly protocolVersion: string;
  /** The server's origin as the client uses it, such as `http://127.0.0.1:27150`. */
  readonly origin: string;
  /** Left out if the client requested no progress. */
  readonly progress?: Progress;
  /** Left out if the client cannot ask its user. */
  readonly askInClient?: TextQuestion | undefined;
}

export interface ToolRunnerOptions {
  readonly access: ToolAccess;
  readonly servicesFor: (grant: Grant) => Services;
  readonly limits: CallLimits;
  readonly uploads: Pick<UploadAddresses, 'open'>;
  readonly log: CallLog;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Reports a bug of Lectern; receives no text of notes. */
  readonly reportBug: (tool: string, error: unknown) => void;
}

/** The only place where a call is checked, run, caught, logged and formatted. */
export class ToolRunner {
  /** Large results that are ready at once are measured, rendered and written in one turn each. */
  private readonly turns = new LoopTurns({ yieldToLoop });

  constructor(private readonly options: ToolRunnerOptions) {}

  /** Runs a call; never rejects. */
  async call(tool: Tool, raw: unknown, caller: Caller, departed: AbortSignal): Promise<CallResult> {
    const started = now();
    const effect = effectOf(tool, raw);
    const ended = this.options.log.begin(effect);
    let outcome = 'ok';
    let changeId: string | undefined;
    try {
      const result = await this.run(tool, raw, caller, departed);
      changeId = changeOf(result);
      return result;
    } catch (error) {
      const failure = error instanceof ToolFailure ? error : this.bug(tool, error);
      outcome = failure.code;
      return failureResult(failure, this.options.access.showsTo(caller.grant));
    } finally {
      ended();
      this.options.log.add({
        time: this.options.clock(),
        token: caller.grant.token,
        client: caller.client,
        tool: tool.name,
        effect,
        path: namedPath(tool, raw),
        outcome,
        milliseconds: now() - started,
        changeId,
      });
    }
  }

  private async run(tool: Tool, raw: unknown, caller: Caller, departed: AbortSignal): Promise<CallResult> {
    const refusal = this.options.access.refusal(tool, caller.grant);
    if (refusal !== undefined) throw refusal;
    const { client, protocolVersion, grant, isLive, origin, progress = noProgress, askInClient } = caller;
    const services = this.options.servicesFor(grant);
    const openUpload = (attachment: NewAttachment): UploadAddress =>
      this.options.uploads.open({ attachment, grant, isLive, client }, origin);
    const shows = this.options.access.showsTo(grant);
    const parts = { tool: tool.name, client, protocolVersion, services, progress, askInClient };
    const unlisted = (): readonly Tool[] => this.options.access.unlisted(grant);
    const context = { ...parts, shows, unlisted, openUpload, pause: () => this.turns.next() };
    const source = { token: grant.token, kind: effectOf(tool, raw), client: departed };
    const { value, text, attachment } = await this.options.limits.run(source, (signal, waitForUser) =>
      tool.run(raw, { ...context, signal, waitForUser }),
    );
    const words = { type: 'text' as const, text };
    return { structuredContent: value, content: attachment === undefined ? [words] : [words, attachment] };
  }

  private bug(tool: Tool, error: unknown): ToolFailure {
    this.options.reportBug(tool.name, error);
    return new ToolFailure('internal_error', 'Lectern failed with an internal error.');
  }
}

function effectOf({ input, risk }: Tool, raw: unknown): Effect {
  const isDry = String(givenArgument(input, raw, 'dryRun')) === 'true';
  return risk.annotations.readOnlyHint || isDry ? 'reads' : 'writes';
}

function changeOf({ structuredContent }: CallResult): string | undefined {
  const id = structuredContent['changeId'];
  return typeof id === 'string' ? id : undefined;
}

/** The note that a call names, for the log: only the client's own words. */
function namedPath({ input }: Tool, raw: unknown): string | undefined {
  const path = givenArgument(input, raw, 'path');
  return typeof path === 'string' ? path.slice(0, 200) : undefined;
}

/** The result of a failure, with the same facts in text and structure. */
export function failureResult(failure: ToolFailure, shows: Shows): CallResult {
  const { candidates, versionId, diff } = shorten(failure.details, maxBytesOfFailure).value;
  const hint = oneLine(failure.hintFor(shows));
  const error = {
    code: failure.code,
    message: oneLine(failure.message),
    ...(hint === '' ? {} : { hint }),
    ...(candidates === undefined || candidates.length === 0 ? {} : { candidates }),
    ...(versionId === undefined ? {} : { versionId }),
    ...(diff === undefined ? {} : { diff }),
  };
  const lines = [`${error.code}: ${error.message} ${hint}`.trimEnd()];
  if (error.candidates !== undefined) lines.push(`Candidates: ${namesInLine(error.candidates)}`);
  if (versionId !== undefined) lines.push(`Current versionId: ${versionId}`);
  if (diff !== undefined) lines.push(diff);
  return { isError: true, structuredContent: { error }, content: [{ type: 'text', text: lines.join('\n') }] };
}

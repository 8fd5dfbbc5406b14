import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ErrorCode, ToolFailure } from '../../errors';
import { jsonField } from '../../utils/json';
import { uploadedAttachment } from '../../tools/write/add-attachment';
import type { IncomingFiles } from '../../vault/writing/attachments/incoming-files';
import type { ToolAccess } from '../calls/tool-access';
import type { CallResult, ToolRunner } from '../calls/tool-runner';
import { announcedBytes, BodyBudget, isEncoded } from '../http/request-body';
import { isUnexpired, type TokenEntry } from '../http/gate';
import { type Refusal, refusals, refuse } from '../http/refusals';
import type { RunningRequests } from '../http/traffic';
import { sendJson } from '../sign-in/exchange';
import { type Upload, type UploadAddresses, uploadRoute } from './upload-addresses';

interface UploadReceiverOptions {
  readonly addresses: UploadAddresses;
  readonly files: IncomingFiles;
  readonly runner: ToolRunner;
  readonly access: ToolAccess;
  readonly entries: () => readonly TokenEntry[];
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

const maxUploadBytes = 50 * 1024 * 1024;

/** Limit for running uploads in bytes, on disk first and in memory at their end. */
const space = { perToken: maxUploadBytes, inAll: 3 * maxUploadBytes };

/** The data of a request that passed the gate by its upload address. */
export interface UploadRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly underWay: RunningRequests;
  /** Whether it came to the public address, where other tokens are valid. */
  readonly isPublic: boolean;
  /** Called once the secret has proved valid. */
  readonly prove: () => void;
}

/** Receives the contents that clients send to upload addresses. Nothing is ever served from there. */
export class UploadReceiver {
  private readonly space = new BodyBudget(space);

  constructor(private readonly options: UploadReceiverOptions) {}

  async answer(sent: UploadRequest): Promise<void> {
    const { request, response, underWay, isPublic, prove } = sent;
    const secret = (request.url ?? '').slice(uploadRoute.length);
    const upload = this.options.addresses.find(secret);
    const entry = upload === undefined ? undefined : this.entryOf(upload, isPublic);
    if (request.method !== 'PUT' || upload === undefined || entry === undefined) {
      refuse(response, request.method === 'PUT' ? refusals.noUpload : refusals.notPut);
      return;
    }
    prove();
    const share = this.space.share(entry.valueHash);
    const refusal = underWay.isClosing ? refusals.stopping : problemOf(request);
    // The maximum if the client does not say.
    const expected = Number(request.headers['content-length'] ?? maxUploadBytes);
    if (refusal !== undefined || !share.take(expected)) {
      refuse(response, refusal ?? refusals.tooManyBytes);
      return;
    }
    this.options.addresses.use(secret);
    underWay.add(response);
    try {
      if (request.headers.expect !== undefined) response.writeContinue();
      send(response, await this.result(sent, upload, entry));
    } finally {
      share.release();
    }
  }

  /** The current settings of the address's token; undefined if it is no longer valid. */
  private entryOf({ grant: { token, key }, isLive }: Upload, isPublic: boolean): TokenEntry | undefined {
    const isOfSignIn = isLive !== undefined;
    if (isOfSignIn && !(isPublic && isLive())) return undefined;
    const { entries, clock } = this.options;
    const isOfToken = ({ grant, isRemote = isOfSignIn }: TokenEntry): boolean =>
      key !== undefined && grant.key === key && grant.token === token && (isRemote || !isPublic);
    return entries().find(entry => isOfToken(entry) && isUnexpired(entry, clock()));
  }

  private async result(sent: UploadRequest, upload: Upload, entry: TokenEntry): Promise<CallResult> {
    const { access, files, runner } = this.options;
    const { attachment, client } = upload;
    const gone = new AbortController();
    sent.response.on('close', () => gone.abort());
    const caller = { grant: entry.grant, client, protocolVersion: '', origin: '' };
    const call = (content: () => Promise<Uint8Array>): Promise<CallResult> =>
      runner.call(uploadedAttachment(attachment, content), { path: attachment.name }, caller, gone.signal);
    // A call that is refused needs no content.
    if (access.refusal(uploadedAttachment(attachment, noContent), entry.grant) !== undefined)
      return call(noContent);
    const file = files.begin(attachment);
    try {
      for await (const chunk of sent.request.iterator({ destroyOnReturn: false }))
        if (chunk instanceof Uint8Array) await file.add(chunk);
      await file.finish();
      return await call(() => file.content());
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      return await call(() => Promise.reject(error));
    } finally {
      await file.remove();
    }
  }
}

function problemOf({ headers }: IncomingMessage): Refusal | undefined {
  if (isEncoded(headers)) return refusals.encodedUpload;
  if (headers['content-range'] !== undefined) return refusals.badRequest;
  return announcedBytes(headers) > maxUploadBytes ? refusals.uploadTooLarge : undefined;
}

const noContent = (): Promise<Uint8Array> => Promise.resolve(new Uint8Array());

const statuses: Readonly<Partial<Record<ErrorCode, number>>> = {
  permission_denied: 403,
  tool_disabled: 403,
  approval_refused: 403,
  not_found: 404,
  already_exists: 409,
  version_conflict: 409,
  too_large: 413,
  unsupported_file: 415,
  internal_error: 500,
  storage_error: 507,
  busy: 503,
  paused: 503,
  budget_exceeded: 503,
};

/** The result of the call as JSON, without any content of the file. */
function send(response: ServerResponse, { structuredContent, isError }: CallResult): void {
  if (response.destroyed) return;
  const status = isError === true ? statusOf(structuredContent) : 201;
  sendJson(response, status, structuredContent, { 'X-Content-Type-Options': 'nosniff' });
}

function statusOf(content: Readonly<Record<string, unknown>>): number {
  const code = jsonField(content['error'], 'code');
  return Object.entries(statuses).find(([name]) => name === code)?.[1] ?? 400;
}

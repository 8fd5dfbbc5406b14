import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  type McpRequestContext,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { after, type Cancellable, now } from '../../platform';
import type { Grant } from '../../vault/access/access';
import type { NotificationHub } from '../sessions/change-hub';
import type { TokenEntry } from '../http/gate';
import { refusalResponse, refusals } from '../http/refusals';
import { isListen } from '../http/request-body';
import { Listening } from '../sessions/listening';
import type { Fetch, Incoming } from '../http/node-adapter';
import { authInfoOf, currentEntry, errorResponse, grantOf, readRequest } from './request';
import { Sessions } from '../sessions/sessions';
import type { ListKind, WatchServices, Watch } from '../sessions/watch';

/** The client for which a server is created. */
export interface Opening {
  readonly era: 'modern' | 'legacy';
  /** The grant of the request that opens it. */
  readonly grant: Grant;
  /** The method of the only request that a server of the current revision gets, from its header. */
  readonly method?: string | null | undefined;
  /** The client's subscriptions, if it has a session. */
  readonly watch?: Watch;
}

export interface ProtocolOptions {
  readonly createServer: (opening: Opening) => McpServer;
  readonly servicesFor: (grant: Grant) => WatchServices;
  readonly entries: () => readonly TokenEntry[];
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly hub: NotificationHub;
  readonly reportBug: (where: string, error: unknown) => void;
  /** Monotonic milliseconds and timers; the platform's own by default. */
  readonly time?: {
    readonly now: () => number;
    readonly after: (milliseconds: number, run: () => void) => Cancellable;
  };
}

export interface ProtocolService {
  /** Serves one authenticated request of either protocol era. */
  readonly fetchFor: (entry: TokenEntry) => Fetch;
  /** Notifies listening clients that lists may have changed, and ends the streams of invalid tokens. */
  readonly listChanged: (...kinds: readonly ListKind[]) => void;
  readonly open: () => { readonly sessions: number; readonly subscriptions: number };
  readonly close: () => Promise<void>;
}

/**
 * Serves 2026-07-28 and the 2025 revisions on one URL. A request of the current revision, or of an older
 * client without a session, gets a new server; a session has its own.
 */
export function createProtocol(parts: ProtocolOptions): ProtocolService {
  const { createServer, hub, reportBug } = parts;
  const onError = (error: Error): void => {
    if (!isExpected(error)) reportBug('protocol', error);
  };
  const time = parts.time ?? { now, after };
  const shared = {
    ...time,
    onError,
    hub,
    servicesOf: (entry: TokenEntry) => {
      const current = currentEntry(entry, parts);
      return current === undefined ? undefined : parts.servicesFor(current.grant);
    },
  };
  const factory = (context: McpRequestContext): McpServer => createServer(openingOf(context));
  const sessions = new Sessions({
    ...shared,
    createServer: (watch, { grant }) => createServer({ era: 'legacy', grant, watch }),
  });
  const listening = new Listening({ ...shared, factory });
  const handler = createMcpHandler(factory, { onerror: onError });

  const serve = async (entry: TokenEntry, received: Incoming): Promise<Response> => {
    const read = readRequest(received.parsedBody);
    if ('problem' in read) return errorResponse(read.id, ProtocolErrorCode.InvalidParams, read.problem);
    const incoming = { ...received, parsedBody: read.body };
    const { request, parsedBody } = incoming;
    const session = request.headers.get('mcp-session-id');
    if (request.method !== 'POST') {
      if (session === null) return refusalResponse(refusals.noStream);
      return sessions.serve(session, incoming, entry);
    }
    if (await isLegacyRequest(request, parsedBody)) {
      if (isInitializeRequest(parsedBody)) return sessions.open(incoming, entry);
      if (session !== null) return sessions.serve(session, incoming, entry);
    } else if (isListen(parsedBody)) return listening.serve(incoming, entry);
    return handler.fetch(request, { authInfo: authInfoOf(entry), parsedBody });
  };
  return {
    fetchFor: entry => incoming => serve(entry, incoming),
    listChanged: (...kinds) => hub.listChanged(...kinds),
    open: () => ({ sessions: sessions.size, subscriptions: listening.size }),
    close: async () => {
      await listening.close();
      sessions.close();
      await handler.close();
    },
  };
}

function openingOf({ era, authInfo, requestInfo }: McpRequestContext): Opening {
  const method = requestInfo?.headers.get('mcp-method');
  return { era, grant: grantOf({ http: { authInfo } }), method };
}

/**
 * Whether an SDK error is the client's mistake or absence, not a bug of ours. SDK 2.4.0 throws a plain
 * `Error` without class or code for these, so that only the messages distinguish them.
 */
function isExpected(error: Error): boolean {
  return (
    error instanceof ProtocolError ||
    /^(Rejected|Response for request ID|Bad Request|Not Acceptable|Invalid Request|Unsupported|Session not found)/.test(
      error.message,
    )
  );
}

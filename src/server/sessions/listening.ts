import {
  createMcpHandler,
  type McpServerFactory,
  ProtocolErrorCode,
  type ServerEvent,
} from '@modelcontextprotocol/server';
import { yieldToLoop } from '../../platform';
import { jsonField } from '../../utils/json';
import type { NotificationHub } from './change-hub';
import type { TokenEntry } from '../http/gate';
import { authInfoOf, errorResponse, requestIdOf } from '../mcp/request';
import type { Incoming } from '../http/node-adapter';
import { tracked } from './session';
import { maxWatched, type WatchServices, Watch } from './watch';

/** Limits for open streams, of one token and of all. */
const listensPerToken = 16;
const listensInAll = 64;
/** A client that receives nothing must not prevent the server from closing. */
const turnsToEnd = 100;

interface ListeningOptions {
  readonly hub: NotificationHub;
  readonly factory: McpServerFactory;
  /** The vault as a token sees it now; undefined if the token is no longer valid. */
  readonly servicesOf: (entry: TokenEntry) => WatchServices | undefined;
  readonly onError: (error: Error) => void;
}

interface Listen {
  readonly entry: TokenEntry;
  readonly end: () => void;
}

/**
 * The streams of `subscriptions/listen`. Each has its own handler, so that its notifications obey the folder
 * rules of its token: the SDK's bus would send everything to everyone.
 */
export class Listening {
  private readonly open = new Set<Listen>();

  constructor(private readonly options: ListeningOptions) {}

  get size(): number {
    return this.open.size;
  }

  async serve({ request, parsedBody }: Incoming, entry: TokenEntry): Promise<Response> {
    const uris = urisIn(parsedBody);
    const id = requestIdOf(parsedBody);
    if (uris.length > maxWatched)
      return errorResponse(id, ProtocolErrorCode.InvalidParams, 'Too many resources in one subscription.');
    const own = [...this.open].filter(listen => listen.entry.valueHash === entry.valueHash);
    if (own.length >= listensPerToken || this.open.size >= listensInAll)
      return errorResponse(id, ProtocolErrorCode.InternalError, 'busy: Too many subscriptions are open.');
    const listen = { entry, end: () => void handler.close() };
    const handler = createMcpHandler(this.options.factory, {
      legacy: 'reject',
      onerror: this.options.onError,
      bus: { publish: () => undefined, subscribe: emit => this.begin(listen, uris, emit) },
    });
    // Counted from now on: of many that arrive at once, none has started when the next is checked.
    const leave = (): void => void this.open.delete(listen);
    this.open.add(listen);
    try {
      const response = await handler.fetch(request, { authInfo: authInfoOf(entry), parsedBody });
      if (response.body !== null) return tracked(response, response.body, leave).response;
      leave();
      return response;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Ends all of them, as the protocol wants it: with a result, which is given a few turns of the loop to go out. */
  async close(): Promise<void> {
    if (this.open.size === 0) return;
    for (const { end } of [...this.open]) end();
    for (let turn = 0; turn < turnsToEnd && this.open.size > 0; turn += 1) await yieldToLoop();
    await yieldToLoop();
  }

  private begin(listen: Listen, uris: readonly string[], emit: (event: ServerEvent) => void): () => void {
    const { hub, servicesOf } = this.options;
    const watch = new Watch({
      updated: uri => emit({ kind: 'resource_updated', uri }),
      listChanged: kind => emit({ kind: `${kind}_list_changed` }),
    });
    const services = (): WatchServices | undefined => servicesOf(listen.entry);
    const atStart = services();
    if (atStart !== undefined) for (const uri of uris) watch.add(uri, atStart);
    return hub.add({ watch, services, end: listen.end }, listen.entry);
  }
}

export function urisIn(body: unknown): string[] {
  const uris = jsonField(jsonField(jsonField(body, 'params'), 'notifications'), 'resourceSubscriptions');
  return Array.isArray(uris) ? uris.filter(uri => typeof uri === 'string') : [];
}

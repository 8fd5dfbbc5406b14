import { isIP } from 'node:net';
import * as z from 'zod';
import { randomText } from '../../platform';
import type { Client, SignInState } from './grants';

/** Cursor registers it beside an https and a loopback address; a refusal would keep Cursor out altogether. */
const cursorsOwn = 'cursor://anysphere.cursor-mcp/oauth/callback';
const ofAnswer = ['code', 'state', 'iss', 'error', 'error_description'];
const loopbackNames: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Whether a client may register an address: https, or http on loopback, as a URL parser writes it. */
export function isAcceptableRedirect(text: string): boolean {
  if (text === cursorsOwn) return true;
  if (text.length > 2000 || !/^https?:\/\/[!-~]+$/u.test(text) || /[#*\\]/u.test(text)) return false;
  if (!URL.canParse(text)) return false;
  const { href, protocol, hostname, username, password, searchParams } = new URL(text);
  if (username !== '' || password !== '' || (href !== text && href !== `${text}/`)) return false;
  // The answer would contain them twice, and the client might read the wrong one.
  if (ofAnswer.some(name => searchParams.has(name))) return false;
  return protocol === 'https:' || loopbackNames.has(hostname);
}

/** Compares texts exactly, but ignores the port on loopback, since programs listen on a free one (RFC 8252, 7.3). */
export function isRegistered(text: string, registered: readonly string[]): boolean {
  if (registered.includes(text)) return true;
  const wanted = withoutPort(text);
  return wanted !== undefined && registered.some(one => withoutPort(one) === wanted);
}

function withoutPort(text: string): string | undefined {
  if (!isAcceptableRedirect(text)) return undefined;
  const url = new URL(text);
  if (url.protocol !== 'http:') return undefined;
  url.port = '';
  return url.href;
}

/** The part of a redirect address that the user is shown. */
export function redirectHost(text: string): string {
  return text === cursorsOwn ? 'Cursor' : new URL(text).host;
}

/** The address with parameters added to its query. */
export function withParameters(text: string, parameters: Readonly<Record<string, string>>): string {
  return `${text}${/\?/u.test(text) ? '&' : '?'}${new URLSearchParams(parameters).toString()}`;
}

/** Whether the id of a client is the address of its document: https, with a path, and the name of a host. */
export function isDocumentAddress(id: string): boolean {
  if (!id.startsWith('https://') || !isAcceptableRedirect(id)) return false;
  const { hostname, pathname, port } = new URL(id);
  return pathname !== '/' && port === '' && isIP(hostname) === 0 && !hostname.startsWith('[');
}

/** Registrations that nobody has used yet. */
const maxUnused = 20;
const unusedLifetime = 60 * 60_000;
/** Registrations of clients that have connected; the oldest are forgotten first. */
const maxPaired = 100;
const maxNameLength = 60;
/** Documents that are read at the same time. */
const maxReading = 4;

const registrationSchema = z.object({
  client_name: z.string().max(1000).optional(),
  redirect_uris: z.array(z.string()).min(1).max(10),
});

const documentSchema = registrationSchema.extend({ client_id: z.string() });

export interface ClientsOptions {
  readonly state: SignInState;
  readonly clock: () => number;
  /** Whether the owner lets clients name themselves by the address of a document. */
  readonly readsDocuments: () => boolean;
  readonly readDocument?: ((url: string) => Promise<unknown>) | undefined;
}

/** With Node's HTTPS, which no start should load for the few owners who want this. */
async function readDocument(url: string): Promise<unknown> {
  return (await import('./client-document')).readDocument(url);
}

export const registrationProblems = {
  invalid_client_metadata: [400, 'The registration needs a list redirect_uris.'],
  invalid_redirect_uri: [400, 'Redirects are https, or http on loopback, without wildcard or fragment.'],
  too_many_requests: [429, 'Too many clients registered and were not connected.'],
  temporarily_unavailable: [503, 'The registration could not be stored.'],
} as const;

type Registration = { readonly client: Client } | { readonly problem: keyof typeof registrationProblems };

/** The clients that registered themselves (RFC 7591), or have a document. Neither gives rights. */
export class Clients {
  private reading = 0;

  constructor(private readonly options: ClientsOptions) {}

  find(id: string | null): Client | undefined {
    return this.present().find(client => client.id === id);
  }

  register(body: unknown): Registration {
    const given = registrationSchema.safeParse(body);
    if (!given.success) return { problem: 'invalid_client_metadata' };
    return this.add(`lcc_${randomText(16)}`, given.data);
  }

  /** Like `find`, but where the id is the address of a document, by what that says now. */
  async look(id: string | null): Promise<Client | undefined> {
    if (id === null || !isDocumentAddress(id)) return this.find(id);
    const { readsDocuments, readDocument: read = readDocument } = this.options;
    if (!readsDocuments() || this.reading >= maxReading || !this.hasPlace(id)) return undefined;
    this.reading += 1;
    const given = documentSchema.safeParse(await read(id).finally(() => (this.reading -= 1)));
    if (!given.success || given.data.client_id !== id) return undefined;
    const added = this.add(id, given.data);
    return 'client' in added ? added.client : undefined;
  }

  /** These clients, with this one marked as connected. */
  withPaired(id: string, all: readonly Client[]): Client[] {
    const clients = this.present(all).map(one => (one.id === id ? { ...one, isPaired: true } : one));
    const paired = clients.filter(({ isPaired }) => isPaired);
    const forgotten = new Set(paired.slice(0, Math.max(0, paired.length - maxPaired)));
    return clients.filter(client => !forgotten.has(client));
  }

  private add(id: string, given: z.output<typeof registrationSchema>): Registration {
    const { client_name: name = '', redirect_uris: redirects } = given;
    if (!redirects.every(isAcceptableRedirect)) return { problem: 'invalid_redirect_uri' };
    if (!this.hasPlace(id)) return { problem: 'too_many_requests' };
    const { state, clock } = this.options;
    const client = { id, name: plainName(name), redirects, registered: clock(), isPaired: false };
    const isKept = state.keep(({ clients }) => {
      const present = this.present(clients);
      client.isPaired = present.some(other => other.id === id && other.isPaired);
      return { clients: [...present.filter(other => other.id !== id), client] };
    });
    return isKept ? { client } : { problem: 'temporarily_unavailable' };
  }

  /** Forgets unused registrations once they take every place: otherwise a stranger could keep clients out for an hour. */
  makePlace(): void {
    if (this.hasPlace()) return;
    this.options.state.keep(({ clients }) => ({ clients: clients.filter(({ isPaired }) => isPaired) }));
  }

  private hasPlace(id?: string): boolean {
    const clients = this.present();
    const isKnown = clients.some(client => client.id === id);
    return isKnown || clients.filter(({ isPaired }) => !isPaired).length < maxUnused;
  }

  private present(clients: readonly Client[] = this.options.state.current.clients): Client[] {
    const now = this.options.clock();
    return clients.filter(({ isPaired, registered }) => isPaired || now - registered < unusedLifetime);
  }
}

/** Strips quotes, and characters that are invisible or change the text direction: the name appears in sentences. */
function plainName(name: string): string {
  const seen = name.replace(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800"“”„«»]+/gu, () => ' ').trim();
  return Array.from(seen).slice(0, maxNameLength).join('').trim() || 'client';
}

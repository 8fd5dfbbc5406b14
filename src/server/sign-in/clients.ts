import * as z from 'zod';
import { randomText } from '../../platform';
import { isAcceptableRedirect } from './redirects';
import type { Client, SignInState } from './state';

/** Registrations that nobody has used yet. */
const maxUnused = 20;
const unusedLifetime = 60 * 60_000;
/** Of clients that were connected; the oldest are forgotten first. */
const maxPaired = 100;
const maxNameLength = 60;

const registrationSchema = z.object({
  client_name: z.string().max(1000).optional(),
  redirect_uris: z.array(z.string()).min(1).max(10),
});

export type Registration =
  | { readonly client: Client }
  | { readonly problem: 'invalid_client_metadata' | 'invalid_redirect_uri' | 'too_many' | 'not_kept' };

/** The clients that registered themselves (RFC 7591). Registering gives no rights. */
export class Clients {
  constructor(
    private readonly state: SignInState,
    private readonly clock: () => number,
  ) {}

  find(id: string | null): Client | undefined {
    return this.present().find(client => client.id === id);
  }

  register(body: unknown): Registration {
    const given = registrationSchema.safeParse(body);
    if (!given.success) return { problem: 'invalid_client_metadata' };
    const { client_name: name = '', redirect_uris: redirects } = given.data;
    if (!redirects.every(isAcceptableRedirect)) return { problem: 'invalid_redirect_uri' };
    const clients = this.present();
    if (clients.filter(({ isPaired }) => !isPaired).length >= maxUnused) return { problem: 'too_many' };
    const id = `lcc_${randomText(16)}`;
    const client = { id, name: plainName(name), redirects, registered: this.clock(), isPaired: false };
    return this.state.keep({ clients: [...clients, client] }) ? { client } : { problem: 'not_kept' };
  }

  /** The clients after this one was connected. */
  withPaired(id: string): Client[] {
    const clients = this.present().map(one => (one.id === id ? { ...one, isPaired: true } : one));
    const paired = clients.filter(({ isPaired }) => isPaired);
    const forgotten = new Set(paired.slice(0, Math.max(0, paired.length - maxPaired)));
    return clients.filter(client => !forgotten.has(client));
  }

  private present(): Client[] {
    const now = this.clock();
    return this.state.current.clients.filter(
      ({ isPaired, registered }) => isPaired || now - registered < unusedLifetime,
    );
  }
}

/** Without characters that cannot be seen or turn the direction of others: the name appears in questions and lists. */
function plainName(name: string): string {
  const seen = name.replace(/[\p{C}\p{Z}\u115f\u1160\u2800\u3164\uffa0]+/gu, () => ' ').trim();
  return Array.from(seen).slice(0, maxNameLength).join('').trim() || 'client';
}

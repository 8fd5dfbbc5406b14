import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PairingConsent } from '../../control';
import { sha256 } from '../../platform';
import { InOrder } from '../../utils/lazily';
import type { PublicAddress } from '../../utils/urls';
import type { Clients } from './clients';
import { formOf, isForAudience, sendError, sendJson, single } from './exchange';
import type { Grants, Refreshed, Client } from './grants';
import type { Pairing } from './pairing';

export interface TokenOptions {
  readonly address: PublicAddress;
  readonly clients: Clients;
  readonly pairing: Pairing;
  readonly grants: Grants;
  /** Adds a connection to the settings; undefined if that failed. */
  readonly addConnection: (client: string, consent: PairingConsent) => Promise<Connected | undefined>;
  /** Counts the request, and refuses it if its address made too many. @returns whether it did */
  readonly isRefused: (endpoint: string, request: IncomingMessage, response: ServerResponse) => boolean;
}

/** A connection that was added to the settings. */
interface Connected {
  readonly name: string;
  /** Identifies the connection in the settings. */
  readonly valueHash: string;
  remove(): Promise<void>;
}

/** Exchanges codes and refresh tokens for tokens, one request at a time. */
export class TokenEndpoint {
  private readonly requests = new InOrder();

  constructor(private readonly options: TokenOptions) {}

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = await formOf(request, response);
    if (form === undefined) return;
    if (!this.isExpected(form) && this.options.isRefused('token', request, response)) return;
    const { clients, grants, address } = this.options;
    const client = clients.find(single(form, 'client_id'));
    if (client === undefined) {
      sendError(response, 401, 'invalid_client', 'This client is not registered here.');
      return;
    }
    if (!isForAudience(form, address.audience)) {
      sendError(response, 400, 'invalid_target', 'Tokens are for this server alone.');
      return;
    }
    const type = single(form, 'grant_type');
    const missing = missingIn(form, type);
    if (missing !== undefined) {
      sendError(response, 400, 'invalid_request', `${missing} is missing, or given twice.`);
      return;
    }
    if (type !== 'authorization_code' && type !== 'refresh_token') {
      sendError(response, 400, 'unsupported_grant_type', 'Use authorization_code or refresh_token.');
      return;
    }
    const outcome = await this.requests.run(async () =>
      type === 'refresh_token'
        ? grants.refresh(single(form, 'refresh_token') ?? '', client.id, address.audience)
        : this.redeem(form, client),
    );
    if (outcome === 'invalid_grant')
      sendError(response, 400, outcome, 'This code or token is unknown, used, expired or revoked.');
    else if (outcome === 'not_kept')
      sendError(response, 503, 'temporarily_unavailable', 'The tokens could not be stored.');
    else sendJson(response, 200, outcome, { Pragma: 'no-cache' });
  }

  /** The same answer for every token, so that it tells nothing about those of others. */
  async revoke(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = await formOf(request, response);
    if (form === undefined) return;
    if (!this.isExpected(form) && this.options.isRefused('revoke', request, response)) return;
    const client = this.options.clients.find(single(form, 'client_id'));
    const token = single(form, 'token');
    const isKept =
      client === undefined ||
      token === null ||
      (await this.requests.run(() => Promise.resolve(this.options.grants.revoke(token, client.id))));
    if (isKept) sendJson(response, 200, {});
    else sendError(response, 503, 'temporarily_unavailable', 'The end of the token could not be stored.');
  }

  /** Whether a request has a valid code or token; where a tunnel hides addresses, strangers could use up its attempts. */
  private isExpected(form: URLSearchParams): boolean {
    const { grants, pairing } = this.options;
    const token = single(form, 'refresh_token') ?? single(form, 'token') ?? '';
    if (grants.isHeldBy(single(form, 'client_id') ?? '', token)) return true;
    return pairing.redeem(sha256(single(form, 'code') ?? '')) !== undefined;
  }

  private async redeem(form: URLSearchParams, client: Client): Promise<Refreshed> {
    const { pairing, grants, clients, address, addConnection } = this.options;
    const code = sha256(single(form, 'code') ?? '');
    const found = pairing.redeem(code);
    if (found === undefined) {
      grants.endOfCode(code);
      return 'invalid_grant';
    }
    const { authorization, consent } = found.agreed;
    const isProven = challengeOf(single(form, 'code_verifier')) === authorization.challenge;
    if (!isProven || client.id !== authorization.client.id) return 'invalid_grant';
    if (single(form, 'redirect_uri') !== authorization.redirect) return 'invalid_grant';
    const connected = await addConnection(client.name, consent);
    if (connected === undefined) return 'not_kept';
    const { audience } = address;
    const { valueHash: connection } = connected;
    const tokens = grants.begin({ code, client: client.id, connection, audience }, all =>
      clients.withPaired(client.id, all),
    );
    if (tokens === undefined) {
      // No client would ever use it.
      await connected.remove();
      return 'not_kept';
    }
    found.paired(connected.name);
    return tokens;
  }
}

/** The parameter that the request cannot do without, if it has no single value. */
function missingIn(form: URLSearchParams, type: string | null): string | undefined {
  if (type === null) return 'grant_type';
  const needed = type === 'refresh_token' ? type : type === 'authorization_code' ? 'code' : undefined;
  return needed === undefined || single(form, needed) !== null ? undefined : needed;
}

/** The S256 challenge of a verifier (RFC 7636). */
function challengeOf(verifier: string | null): string | undefined {
  if (verifier === null || !/^[\w.~-]{43,128}$/u.test(verifier)) return undefined;
  return Buffer.from(sha256(verifier), 'hex').toString('base64url');
}

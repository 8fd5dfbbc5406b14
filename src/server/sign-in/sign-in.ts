import { type RequestHandler, Router } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenPairing, PairingOwner } from '../../control';
import type { PublicAddress } from '../../utils/urls';
import type { PublicName } from '../http/gate';
import { parseBody } from '../http/request-body';
import { Attempts, Pairing } from './pairing';
import { Authorize, type PageLanguage, type PageTexts } from './authorize';
import { Clients, type ClientsOptions, registrationProblems } from './clients';
import { documents } from './documents';
import { bodyOf, sendError, sendJson } from './exchange';
import { Grants, type GrantsOptions, SignInState, type SignInStorage } from './grants';
import { TokenEndpoint, type TokenOptions } from './token';

interface SignInOptions
  extends Omit<ClientsOptions & GrantsOptions, 'state'>, Pick<TokenOptions, 'addConnection'> {
  readonly storage: SignInStorage;
  readonly texts: (language: PageLanguage) => PageTexts;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What the HTTP server needs of the sign-in. */
export interface PublicDoor extends PublicName {
  /** Whether a path is a document that any web page may read. */
  readonly isDocument: (path: string) => boolean;
  readonly routes: RequestHandler;
}

/** Lets clients elsewhere sign in at the public name (OAuth 2.1), each with the owner's consent. */
export class SignIn {
  private readonly state: SignInState;
  private readonly clients: Clients;
  private readonly grants: Grants;
  private readonly pairing: Pairing;

  constructor(private readonly options: SignInOptions) {
    this.state = new SignInState(options.storage);
    this.clients = new Clients({ ...options, state: this.state });
    this.grants = new Grants({ ...options, state: this.state });
    this.pairing = new Pairing(options.clock);
  }

  /** Opens the ten minutes in which one client may be paired; an earlier window closes. */
  open(owner: PairingOwner): OpenPairing {
    this.clients.makePlace();
    return this.pairing.open(owner);
  }

  close(): void {
    this.pairing.close();
  }

  door(address: PublicAddress): PublicDoor {
    const paths = new Set(documents(address, false).keys());
    return {
      address,
      entryOf: hash => this.grants.entryOf(hash, address.audience),
      isDocument: path => paths.has(path),
      routes: this.routes(address, paths),
    };
  }

  private routes(address: PublicAddress, paths: ReadonlySet<string>): RequestHandler {
    const { clients, grants, pairing, options } = this;
    const authorize = new Authorize({ address, clients, pairing, texts: options.texts });
    const attempts = new Attempts(options.clock);
    const isRefused = (name: string, request: IncomingMessage, response: ServerResponse): boolean => {
      const seconds = attempts.secondsToWait(name, request);
      const headers = { 'Retry-After': String(seconds) };
      if (seconds === 0) return false;
      if (name === 'authorize') authorize.say(request, response, 429, 'tooMany', { headers });
      else sendError(response, 429, 'too_many_requests', 'Wait a minute.', headers);
      return true;
    };
    const limited =
      (name: string, handle: Handle): Handle =>
      async (request, response) => {
        if (!isRefused(name, request, response)) await handle(request, response);
      };
    const tokens = new TokenEndpoint({ ...options, address, clients, pairing, grants, isRefused });
    const router = Router({ caseSensitive: true, strict: true });
    router.get([...paths], ({ path }, response) => {
      const document = documents(address, options.readsDocuments()).get(path) ?? {};
      sendJson(response, 200, document, { 'Access-Control-Allow-Origin': '*' });
    });
    const at = (name: string): string => `${address.base}/oauth/${name}`;
    const page = limited('authorize', (...exchange) => authorize.answer(...exchange));
    const posts: Readonly<Record<string, Handle>> = {
      authorize: page,
      register: limited('register', (...exchange) => this.register(...exchange)),
      token: (...exchange) => tokens.answer(...exchange),
      revoke: (...exchange) => tokens.revoke(...exchange),
    };
    router.get(at('authorize'), page);
    // Express answers HEAD here too, and a link scanner must not take the code away from the browser.
    router.get(at('wait'), (request, response, next) => {
      if (request.method === 'GET') authorize.wait(request, response);
      else next();
    });
    for (const [name, handle] of Object.entries(posts)) router.post(at(name), handle);
    const others = ['wait', ...Object.keys(posts)].map(at);
    router.all([...paths, ...others], ({ path }, response) => {
      const isPosted = Object.keys(posts).some(name => path === at(name));
      const postMethods = path === at('authorize') ? 'GET, POST' : 'POST';
      const Allow = isPosted ? postMethods : 'GET';
      sendError(response, 405, 'invalid_request', 'Not with this method.', { Allow });
    });
    return router;
  }

  private async register(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.pairing.window === undefined) {
      sendError(
        response,
        403,
        'access_denied',
        'Pairing is closed; the owner of the vault opens it in Lectern.',
      );
      return;
    }
    const bytes = await bodyOf(request, response, 'application/json');
    if (bytes === undefined) return;
    const body = await parseBody(bytes);
    const found = this.clients.register('value' in body ? body.value : undefined);
    if ('problem' in found) {
      const [status, sentence] = registrationProblems[found.problem];
      sendError(response, status, found.problem, sentence);
    } else {
      const { id, name, redirects, registered } = found.client;
      sendJson(response, 201, {
        client_id: id,
        client_id_issued_at: Math.floor(registered / 1000),
        client_name: name,
        redirect_uris: redirects,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      });
    }
  }
}

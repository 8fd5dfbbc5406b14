/** Answers the paths of the vaults at the front, each by the vault's own process. */
import type { ServerResponse } from 'node:http';
import { BodyBudget } from '../../../src/server/http/request-body';
import {
  addressProblem,
  admit,
  bodyProblem,
  type GateRules,
  pageResponse,
  publicNameOf,
  route,
  unauthorized,
} from '../../../src/server/http/gate';
import type { Exchange } from '../../../src/server/http/http-server';
import { type Refusal, refusals, refuse } from '../../../src/server/http/refusals';
import { publicAddress } from '../../../src/utils/urls';
import { Collector } from './collector';
import { KeptBody } from './kept-body';
import { pipe } from './pipe';
import { publicTargetOf, type Target, targetOf } from './targets';
import { lastEvent, unavailable } from './unavailable';
import { vaultAgent, type VaultDoor } from './vault-door';
import { publicUrlOf } from './vault-settings';

interface PipesOptions {
  readonly vaults: readonly VaultDoor[];
  /** The names of the vaults that a token may use. */
  readonly vaultsOf: (valueHash: string) => readonly string[];
  /** '' where there is none. */
  readonly publicUrl: string;
}

/** A request for the path of a vault, with the rules for this path. */
interface Visit extends Exchange {
  readonly target: Target;
  readonly vault: VaultDoor | undefined;
}

interface Passed {
  /** The hash of a call's token, or '' where the front does not know it. */
  readonly token?: string;
  /** Where the process may refuse the client: the answer if it ends before it has admitted the client. */
  readonly refusal?: Refusal;
}

/** Requests whose bodies are kept, so that their client can be told, by their id, that the process has ended. */
const keptBytes = { perToken: 4_000_000, inAll: 16_000_000 };

export class Pipes {
  private readonly agent = vaultAgent(32);
  private readonly collector = new Collector();
  private readonly bodies = new BodyBudget(keptBytes);

  constructor(private readonly options: PipesOptions) {}

  /** @returns whether it answers; otherwise the request is for the front itself */
  readonly answer = (exchange: Exchange): boolean => {
    const { request, rules } = exchange;
    const { url = '' } = request;
    const publicName = publicNameOf(request, rules);
    const target = publicName === undefined ? targetOf(url) : publicTargetOf(url, publicName.address.base);
    if (target === undefined) return false;
    const vault = this.options.vaults.find(({ name }) => name === target.name);
    const visit = { ...exchange, target, vault, rules: this.rulesFor(target.name, rules) };
    if (target.kind === 'signIn') return this.signIn(visit);
    // The gate knows no other route.
    if (target.kind === 'mcp') request.url = route;
    const page = pageResponse(request, visit.rules);
    if (page.isWhole) this.withPage(visit).writeHead(204).end();
    else if (target.kind === 'mcp') this.mcp(visit);
    else this.upload(visit);
    return true;
  };

  close(): void {
    this.agent.destroy();
  }

  /** At the public address, each vault has its own. */
  private rulesFor(name: string, rules: GateRules): GateRules {
    const address = publicAddress(publicUrlOf(this.options.publicUrl, name));
    if (rules.publicName === undefined || address === undefined) return rules;
    return { ...rules, publicName: { address, entryOf: () => undefined } };
  }

  /**
   * Whether the vault exists and the front's token may use it is decided before asking its process: all others get the
   * answer for a missing vault. A token that the front does not know may be one of the vault's own.
   */
  private mcp(visit: Visit): void {
    const { request, rules, target, vault, prove } = visit;
    const found = admit(request, rules);
    if ('status' in found) {
      const isToken = found.status === 401 && request.headers.authorization !== undefined;
      if (isToken && vault?.port !== undefined) this.pass(visit, vault.port, { token: '', refusal: found });
      else refuse(this.withPage(visit), found);
    } else if (vault === undefined || !this.options.vaultsOf(found.valueHash).includes(target.name)) {
      refuse(this.withPage(visit), unauthorized(request, rules));
    } else {
      prove();
      const problem = bodyProblem(request);
      if (vault.port === undefined) refuse(this.withPage(visit), unavailable(vault.name));
      else if (problem !== undefined) refuse(this.withPage(visit), problem);
      else this.pass(visit, vault.port, { token: found.valueHash });
    }
  }

  /** The secret replaces a token. While the process is away, no secret is valid. */
  private upload(visit: Visit): void {
    const { request, rules, vault } = visit;
    const problem = addressProblem(request, rules);
    const refusal = request.method === 'PUT' ? refusals.noUpload : refusals.notPut;
    if (problem !== undefined) refuse(this.withPage(visit), problem);
    else if (vault?.port !== undefined) this.pass(visit, vault.port, { refusal });
    else refuse(this.withPage(visit), refusal);
  }

  /** The documents of a vault, and its sign-in, are for everyone. */
  private signIn(visit: Visit): boolean {
    const { response, vault } = visit;
    if (vault === undefined) return false;
    const refusal = unavailable(vault.name);
    if (vault.port === undefined) refuse(response, refusal);
    else this.pass(visit, vault.port, { refusal });
    return true;
  }

  private pass(visit: Visit, port: number, { token, refusal }: Passed): void {
    const { request, response, target, prove } = visit;
    let isTaken = false;
    let isStream = false;
    let body: KeptBody | undefined;
    const onTaken = (): void => {
      isTaken = true;
      if (token === undefined || request.method !== 'POST') return;
      const kept = new KeptBody(request, this.bodies.share(token));
      response.once('close', () => kept.release());
      body = kept;
    };
    const onAnswer = (status: number, type: string): void => {
      if (status < 300) prove();
      isStream = type.startsWith('text/event-stream');
    };
    const onLost = (): void => {
      const id = body?.id();
      const gone = isTaken ? undefined : refusal;
      if (!response.headersSent) refuse(this.withPage(visit), gone ?? unavailable(target.name));
      else if (isStream && id !== undefined) response.end(lastEvent(target.name, id));
      else response.destroy();
    };
    const { agent, collector } = this;
    const onBytes = (bytes: number): void => collector.add(bytes);
    const isGuest = refusal !== undefined;
    const told = { onTaken, onAnswer, onBytes, onLost };
    pipe({ request, response, agent, port, path: target.path, isGuest, ...told });
  }

  /** Headers for a page that the owner allowed. The process adds them to its own answers. */
  private withPage({ request, response, rules }: Visit): ServerResponse {
    response.setHeaders(new Map(Object.entries(pageResponse(request, rules).headers)));
    return response;
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { escapedHtml } from '../../utils/text/pieces';
import type { PublicAddress } from '../../utils/urls';
import { addressOf, type Authorization, type Pairing } from './pairing';
import { type Clients, isRegistered, redirectHost, withParameters } from './clients';
import { formOf, isForAudience, single } from './exchange';
import { sha256 } from '../../platform';

interface AuthorizeOptions {
  readonly address: PublicAddress;
  readonly clients: Clients;
  readonly pairing: Pairing;
  readonly texts: (language: PageLanguage) => PageTexts;
}

/** Where an answer goes that is not a page. */
type Return = Pick<Authorization, 'redirect' | 'state'>;

/** The page on which the owner enters the code, and the one that waits for the owner's answer. */
export class Authorize {
  constructor(private readonly options: AuthorizeOptions) {}

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.options.pairing.window === undefined) {
      this.say(request, response, 403, 'closed');
      return;
    }
    const target = request.url ?? '';
    const query = new URLSearchParams(target.slice(target.indexOf('?') + 1));
    const authorization = await this.authorizationIn(query, request.method === 'POST');
    if (authorization === 'unknown') this.say(request, response, 400, 'unknown');
    else if ('error' in authorization) {
      const { error, back } = authorization;
      redirect(response, this.backTo(back, { error }));
    } else if (request.method === 'POST') {
      await this.enter(request, response, authorization, query);
    } else this.askForCode(request, response, authorization, { query });
  }

  /** For the browser that entered the code; asked again and again. */
  wait(request: IncomingMessage, response: ServerResponse): void {
    const secret = (request.url ?? '').split('?id=', 2)[1] ?? '';
    const answer = this.options.pairing.answer(secret);
    if (answer === undefined) this.say(request, response, 400, 'over');
    else if (answer.kind === 'wait')
      this.say(request, response, 200, 'waiting', { refresh: this.waitingPage(secret) });
    else if (answer.kind === 'refused')
      redirect(response, this.backTo(answer.authorization, { error: 'access_denied' }));
    else redirect(response, this.backTo(answer.authorization, { code: answer.code }));
  }

  say(
    request: IncomingMessage,
    response: ServerResponse,
    status: number,
    sentence: 'closed' | 'used' | 'unknown' | 'over' | 'tooMany' | 'waiting',
    more: Pick<Page, 'refresh' | 'headers'> = {},
  ): void {
    const language = pageLanguage(request.headers['accept-language']);
    const texts = this.options.texts(language);
    sendPage(response, { status, language, texts, sentences: [texts[sentence]], ...more });
  }

  private async enter(
    request: IncomingMessage,
    response: ServerResponse,
    authorization: Authorization,
    query: URLSearchParams,
  ): Promise<void> {
    const form = await formOf(request, response);
    if (form === undefined) return;
    const { window } = this.options.pairing;
    const entered = window?.enter(single(form, 'code') ?? '', authorization, addressOf(request));
    if (typeof entered === 'object') redirect(response, this.waitingPage(entered.wait));
    else if (this.options.pairing.window === undefined) this.say(request, response, 403, 'closed');
    else if (entered === 'used') this.say(request, response, 403, 'used');
    else this.askForCode(request, response, authorization, { query, isAgain: true });
  }

  private askForCode(
    request: IncomingMessage,
    response: ServerResponse,
    { client, redirect: target }: Authorization,
    { query, isAgain = false }: { readonly query: URLSearchParams; readonly isAgain?: boolean },
  ): void {
    const language = pageLanguage(request.headers['accept-language']);
    const texts = this.options.texts(language);
    const isReadOnly = this.options.pairing.window?.isReadOnly === true;
    sendPage(response, {
      status: isAgain ? 403 : 200,
      language,
      texts,
      sentences: [
        texts.wants(client.name, redirectHost(target)),
        ...(isReadOnly ? [texts.readOnly] : []),
        ...(isAgain ? [texts.wrongCode] : []),
      ],
      form: `${this.options.address.url}/oauth/authorize?${query.toString()}`,
    });
  }

  /** An error goes back to the client only where the client and its address are known. */
  private async authorizationIn(
    query: URLSearchParams,
    isKnown: boolean,
  ): Promise<Authorization | 'unknown' | { readonly error: string; readonly back: Return }> {
    const { clients } = this.options;
    const id = single(query, 'client_id');
    const client = isKnown ? clients.find(id) : await clients.look(id);
    const target = single(query, 'redirect_uri');
    if (client === undefined || target === null || !isRegistered(target, client.redirects)) return 'unknown';
    const state = single(query, 'state') ?? undefined;
    const back = { redirect: target, state };
    const challenge = single(query, 'code_challenge') ?? '';
    const error = this.errorIn(query, challenge);
    return error === undefined ? { client, challenge, ...back } : { error, back };
  }

  private errorIn(query: URLSearchParams, challenge: string): string | undefined {
    const isRepeated = [...query.keys()].some(name => name !== 'resource' && query.getAll(name).length > 1);
    if (isRepeated || single(query, 'response_type') === null) return 'invalid_request';
    if (query.get('response_type') !== 'code') return 'unsupported_response_type';
    if ((single(query, 'response_mode') ?? 'query') !== 'query') return 'invalid_request';
    if (query.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/u.test(challenge))
      return 'invalid_request';
    return isForAudience(query, this.options.address.audience) ? undefined : 'invalid_target';
  }

  private waitingPage(secret: string): string {
    return `${this.options.address.url}/oauth/wait?id=${secret}`;
  }

  private backTo({ redirect: target, state }: Return, parameters: Readonly<Record<string, string>>): string {
    const { url: iss } = this.options.address;
    return withParameters(target, { ...parameters, ...(state === undefined ? {} : { state }), iss });
  }
}

const pageLanguages = ['en', 'de'] as const;
export type PageLanguage = (typeof pageLanguages)[number];

/** The sentences of the pages, in one language. Names are put in as they are, and escaped later. */
export interface PageTexts {
  readonly title: string;
  readonly wants: (client: string, host: string) => string;
  readonly readOnly: string;
  readonly code: string;
  readonly codeHint: string;
  readonly wrongCode: string;
  readonly next: string;
  readonly waiting: string;
  readonly closed: string;
  readonly used: string;
  readonly unknown: string;
  readonly over: string;
  readonly tooMany: string;
}

const style =
  'body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}' +
  'input,button{font:inherit;padding:.5rem;margin:.25rem 0;box-sizing:border-box;width:100%}' +
  'input{text-transform:uppercase;letter-spacing:.1em}';

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${Buffer.from(sha256(style), 'hex').toString('base64')}'; base-uri 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  // The connection has shown no token, so it is not kept.
  Connection: 'close',
};

/** The language that a browser prefers, of those that the pages speak. */
function pageLanguage(accepted: string | undefined): PageLanguage {
  const wanted = (accepted ?? '').slice(0, 500).toLowerCase().split(',');
  const known = wanted.flatMap(one => pageLanguages.filter(language => one.trim().startsWith(language)));
  return known[0] ?? 'en';
}

interface Page {
  readonly status: number;
  readonly language: PageLanguage;
  readonly texts: PageTexts;
  readonly sentences: readonly string[];
  /** Where the code is sent; without it, no code is asked for. */
  readonly form?: string;
  /** What is shown after two seconds. */
  readonly refresh?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function sendPage(response: ServerResponse, page: Page): void {
  const { texts, refresh, form } = page;
  const fields =
    form === undefined
      ? ''
      : `<form method="post" action="${escapedHtml(form)}"><label for="code">${escapedHtml(texts.code)}</label>` +
        `<input id="code" name="code" type="text" required autofocus autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20" aria-describedby="hint">` +
        `<p id="hint">${escapedHtml(texts.codeHint)}</p><button>${escapedHtml(texts.next)}</button></form>`;
  const body =
    `<!DOCTYPE html><html lang="${page.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<title>${escapedHtml(texts.title)}</title><style>${style}</style></head><body><main><h1>${escapedHtml(texts.title)}</h1>` +
    `${page.sentences.map(sentence => `<p>${escapedHtml(sentence)}</p>`).join('')}${fields}</main></body></html>`;
  response.writeHead(page.status, {
    ...headers,
    ...page.headers,
    ...(refresh === undefined ? {} : { Refresh: `2; url=${refresh}` }),
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

function redirect(response: ServerResponse, location: string): void {
  const { 'Content-Type': _, ...others } = headers;
  response.writeHead(303, { ...others, Location: location, 'Content-Length': 0 }).end();
}

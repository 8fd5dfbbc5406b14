import type { ServerResponse } from 'node:http';
import { sha256 } from '../../platform';

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
export function pageLanguage(accepted: string | undefined): PageLanguage {
  const wanted = (accepted ?? '').slice(0, 500).toLowerCase().split(',');
  const known = wanted.flatMap(one => pageLanguages.filter(language => one.trim().startsWith(language)));
  return known[0] ?? 'en';
}

export interface Page {
  readonly status: number;
  readonly language: PageLanguage;
  readonly texts: PageTexts;
  /** Paragraphs. */
  readonly sentences: readonly string[];
  /** Where the code is sent; without it, no code is asked for. */
  readonly form?: string;
  /** What is shown after two seconds. */
  readonly refresh?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function sendPage(response: ServerResponse, page: Page): void {
  const { texts, refresh, form } = page;
  const fields =
    form === undefined
      ? ''
      : `<form method="post" action="${escaped(form)}"><label for="code">${escaped(texts.code)}</label>` +
        `<input id="code" name="code" type="text" required autofocus autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20" aria-describedby="hint">` +
        `<p id="hint">${escaped(texts.codeHint)}</p><button>${escaped(texts.next)}</button></form>`;
  const body =
    `<!DOCTYPE html><html lang="${page.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<title>${escaped(texts.title)}</title><style>${style}</style></head><body><main><h1>${escaped(texts.title)}</h1>` +
    `${page.sentences.map(sentence => `<p>${escaped(sentence)}</p>`).join('')}${fields}</main></body></html>`;
  response.writeHead(page.status, {
    ...headers,
    ...page.headers,
    ...(refresh === undefined ? {} : { Refresh: `2; url=${refresh}` }),
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

/** Sends the browser on. */
export function redirect(response: ServerResponse, location: string): void {
  const { 'Content-Type': _, ...others } = headers;
  response.writeHead(303, { ...others, Location: location, 'Content-Length': 0 }).end();
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/gu, found => entities[found] ?? '');
}

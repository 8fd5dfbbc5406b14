/** Why the server does not listen, as data: the interface translates it. */
export type ServerProblem =
  | { readonly kind: 'noToken' | 'notStarted' }
  | {
      readonly kind: 'portAwaited' | 'portTaken' | 'portForbidden' | 'notListening';
      readonly port: number;
    }
  | { readonly kind: 'addressUnknown'; readonly host: string };

/** The cause of a failure to listen on a port. */
export function listenProblem(error: unknown, port: number, host: string): ServerProblem {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return { kind: 'portTaken', port };
    case 'EACCES':
      return { kind: 'portForbidden', port };
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return { kind: 'addressUnknown', host };
    default:
      return { kind: 'notListening', port };
  }
}

/** The code of a Node error, such as `EADDRINUSE`. */
export function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

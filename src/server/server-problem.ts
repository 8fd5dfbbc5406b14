import { errorCode } from '../errors';

/** Why the server does not listen, as data: the interface translates it. */
export type ServerProblem =
  | { readonly kind: 'notStarted' }
  | {
      readonly kind: 'portAwaited' | 'portTaken' | 'portForbidden' | 'notListening';
      readonly port: number;
    }
  | { readonly kind: 'addressUnknown'; readonly host: string };

/** The cause of a failure to listen on a port. */
export function listenProblem(error: unknown, port: number, host: string): ServerProblem {
  switch (errorCode(error)) {
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

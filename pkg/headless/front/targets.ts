/** Which vault a request to the front is for. */

export interface Target {
  /** The name in the path, which may be that of no vault. */
  readonly name: string;
  readonly kind: 'mcp' | 'upload' | 'signIn';
  /** The path and query for the vault's process. */
  readonly path: string;
}

/** A name, and the path below it. */
const namedPath = /^\/([A-Za-z0-9][A-Za-z0-9_-]{0,39})(\/.*)$/su;
/** The secret of an upload address begins with the name; the rest always has the same length. */
const uploadAddress = /^\/upload\/([A-Za-z0-9][A-Za-z0-9_-]{0,39})-[\w-]{43}$/u;
const mcpPath = /^\/mcp\/?(?:\?.*)?$/su;
const documents = ['/.well-known/oauth-protected-resource', '/.well-known/oauth-authorization-server'];

/** @returns undefined if the path is for the front itself */
export function targetOf(url: string): Target | undefined {
  const ofUpload = uploadAddress.exec(url)?.[1];
  if (ofUpload !== undefined) return { name: ofUpload, kind: 'upload', path: url };
  const target = targetBelow(url);
  return target?.kind === 'signIn' ? undefined : target;
}

/** Like `targetOf`, at the public address. @param base its path, or empty */
export function publicTargetOf(url: string, base: string): Target | undefined {
  const document = documents.find(path => url.startsWith(`${path}${base}/`));
  if (document !== undefined) return documentTarget(url, url.slice(document.length + base.length));
  if (!url.startsWith(`${base}/`)) return undefined;
  const rest = url.slice(base.length);
  const target = targetOf(rest) ?? targetBelow(rest);
  return target === undefined ? undefined : { ...target, path: `${base}/${target.name}${target.path}` };
}

/** @param rest `/NAME` or `/NAME/mcp`, for which the document is */
function documentTarget(url: string, rest: string): Target | undefined {
  const [name = '', below] = rest.split('?', 1).join('').slice(1).split('/', 2);
  return below === undefined || below === 'mcp' ? { name, kind: 'signIn', path: url } : undefined;
}

function targetBelow(url: string): Target | undefined {
  const [, name, path] = namedPath.exec(url) ?? [];
  if (name === undefined || path === undefined) return undefined;
  if (mcpPath.test(path)) return { name, kind: 'mcp', path };
  if (path.startsWith('/upload/')) return { name, kind: 'upload', path };
  return path.startsWith('/oauth/') ? { name, kind: 'signIn', path } : undefined;
}

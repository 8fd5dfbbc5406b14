/** URIs of resources, in one vault and at an address of several. */

const noteScheme = 'vault://';
const overviewScheme = 'vault-info://';

/** What notes are named by where there are several vaults. */
export const noteTemplate = {
  uriTemplate: `${noteScheme}{vault}/{+path}`,
  name: 'note',
  title: 'A note by its vault and path',
  mimeType: 'text/markdown',
};

/** `vault:///A.md` in the vault `work` is `vault://work/A.md`, and `vault-info://tags` is `vault-info://work/tags`. */
export function outward(uri: string, vault: string): string {
  const own = `${noteScheme}/`;
  if (uri.startsWith(own)) return `${noteScheme}${vault}/${uri.slice(own.length)}`;
  return uri.startsWith(overviewScheme)
    ? `${overviewScheme}${vault}/${uri.slice(overviewScheme.length)}`
    : uri;
}

/** The opposite of `outward`; undefined if it names no vault. */
export function inward(uri: string): { readonly vault: string; readonly uri: string } | undefined {
  const scheme = [noteScheme, overviewScheme].find(one => uri.startsWith(one));
  if (scheme === undefined) return undefined;
  const slash = uri.indexOf('/', scheme.length);
  if (slash <= scheme.length) return undefined;
  const rest = uri.slice(slash + 1);
  return {
    vault: uri.slice(scheme.length, slash),
    uri: scheme === noteScheme ? `${noteScheme}/${rest}` : `${overviewScheme}${rest}`,
  };
}

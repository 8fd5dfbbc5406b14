import { cutText } from '../../utils/text/pieces';

/** A unique name for a client's new token, such as `Cursor` or `Cursor 2`. */
export function nameFor(client: string, tokens: readonly { readonly name: string }[]): string {
  const taken = new Set([ownersName, ...tokens.map(({ name }) => name)]);
  const name = client.slice(0, maxNameLength).trim();
  return taken.has(name) ? numbered(name, taken) : name;
}

/** The name of the vault's owner in the journal and the activity log. */
export const ownersName = 'you';
export const maxNameLength = 60;

/**
 * The same tokens with unique names: these identify calls, rules and changes. The first token keeps its name.
 */
export function uniquelyNamed<T extends { readonly name: string }>(tokens: readonly T[]): T[] {
  const wanted = new Set([ownersName, ...tokens.map(({ name }) => name)]);
  const taken = new Set([ownersName]);
  return tokens.map(token => {
    const name = taken.has(token.name) ? numbered(token.name, wanted) : token.name;
    taken.add(name);
    wanted.add(name);
    return name === token.name ? token : { ...token, name };
  });
}

function numbered(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number += 1) {
    const end = ` ${number}`;
    const free = cutText(name, maxNameLength - end.length) + end;
    if (!taken.has(free)) return free;
  }
}

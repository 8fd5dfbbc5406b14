/** A name for a new token that no other has. */
export function freeName(tokens: readonly { readonly name: string }[]): string {
  const taken = new Set(tokens.map(({ name }) => name));
  let number = taken.size + 1;
  while (taken.has(`client ${number}`)) number += 1;
  return `client ${number}`;
}

/** The argument `vault`, which each tool and prompt has where a token may use several vaults. */
import { ToolFailure } from '../../../../src/errors';
import { jsonField } from '../../../../src/utils/json';
import { type Json, objectOf } from './json';

/** The tool that lists the vaults if called without `vault`. */
export const listingTool = 'get_vault_info';

/** A tool as it is listed. @param names of the vaults that the token may use */
export function toolWithVault(tool: Json, names: readonly string[]): Json {
  const { name, inputSchema, outputSchema } = tool;
  const isListing = name === listingTool;
  const input = withMember(inputSchema, 'vault', { type: 'string', enum: names });
  const required = jsonField(inputSchema, 'required');
  const all = ['vault', ...(Array.isArray(required) ? required.map(String) : [])];
  return {
    ...tool,
    inputSchema: isListing ? input : { ...input, required: all },
    ...(outputSchema === undefined ? {} : { outputSchema: outputOf(outputSchema, isListing) }),
  };
}

/** @param isListing whether the tool also answers with the list of all vaults, and so promises no member */
function outputOf(schema: unknown, isListing: boolean): Json {
  const output = withMember(schema, 'vault', { type: 'string' });
  if (!isListing) return output;
  const listing = withMember(output, 'vaults', { type: 'array', items: { type: 'object' } });
  return { ...listing, required: [] };
}

function withMember(schema: unknown, name: string, member: object): Json {
  return {
    ...objectOf(schema),
    properties: { [name]: member, ...objectOf(jsonField(schema, 'properties')) },
  };
}

/** Whether arguments say which vault they are for, right or wrong. */
export function isNamed(given: unknown): boolean {
  const name = jsonField(given, 'vault');
  return name !== undefined && name !== null && name !== '';
}

/** The named vault, and the other arguments. @throws ToolFailure with the names that the token may use */
export function takeVault<V extends { readonly name: string }>(
  given: unknown,
  vaults: readonly V[],
): { readonly vault: V; readonly rest: Json } {
  const { vault: name, ...rest } = objectOf(given);
  const vault = vaults.find(one => one.name === name);
  if (vault !== undefined) return { vault, rest };
  throw new ToolFailure(
    'invalid_argument',
    `\`vault\` ${isNamed(given) ? 'names no vault that you may use' : 'is required'}.`,
    { hint: `Pass one of ${vaults.map(one => JSON.stringify(one.name)).join(', ')}.` },
  );
}

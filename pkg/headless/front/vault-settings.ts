/** The settings of the command, as passed to the process of one of its vaults. */
import { isRecord, type Json } from '../obsidian/core/unknowns';

/** The settings with the tokens that may use the vault, and its own public address. */
export function settingsForVault(settings: Json, name: string): Json {
  const { tokens, publicUrl } = settings;
  return {
    ...settings,
    ...(Array.isArray(tokens) ? { tokens: tokens.flatMap(token => tokenForVault(token, name)) } : {}),
    ...(typeof publicUrl === 'string' ? { publicUrl: publicUrlOf(publicUrl, name) } : {}),
  };
}

/** The address of one vault at the public address; '' if there is none. */
export function publicUrlOf(publicUrl: string, name: string): string {
  return publicUrl === '' ? '' : `${publicUrl.replace(/(?:(?<!\/)\/mcp)?\/?$/u, () => '')}/${name}`;
}

/** A token of a wrong shape is passed on, and refused with the other settings. */
function tokenForVault(token: unknown, name: string): unknown[] {
  if (!isRecord(token)) return [token];
  const { vaults, ...rest } = token;
  return !Array.isArray(vaults) || vaults.includes(name) ? [rest] : [];
}

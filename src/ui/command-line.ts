import type { CliFlags, CliHandler, Plugin } from 'obsidian';
import { visibleLine } from '../utils/text/visible-text';
import type { Live, LiveState } from './live-status';

/**
 * Adds `status`, `url` and `pause` under the plugin's id, such as `obsidian lectern-mcp:status`, where the app has a
 * command line. A name that is taken is left out: the app throws then, which must not end the start of the plugin.
 */
export function addCommandLine(plugin: Plugin, live: Live): void {
  if (!('registerCliHandler' in plugin)) return;
  const add = (action: string, description: string, flags: CliFlags | null, handler: CliHandler): void => {
    const name = `${plugin.manifest.id}:${action}`;
    try {
      plugin.registerCliHandler(name, description, flags, handler);
    } catch (error) {
      console.warn(`Lectern: the command ${name} could not be added.`, error);
    }
  };
  add('status', 'Show the status of Lectern.', null, () => statusText(live.state));
  add('url', 'Show the address of the server.', null, () => {
    const { url } = live.state.server;
    return url ?? 'The server is not running.';
  });
  add('pause', 'Pause all clients.', { off: { description: 'Resume.' } }, ({ off }) => {
    live.setPaused(off === undefined);
    return off === undefined ? 'Paused.' : 'Resumed.';
  });
}

function statusText({ server, isPaused, running, lastCall }: LiveState): string {
  const lines = [`Server: ${isPaused && server.state === 'listening' ? 'paused' : server.state}`];
  if (server.url !== undefined) lines.push(`Address: ${server.url}`);
  if (server.problem !== undefined) lines.push(`Problem: ${visibleLine(server.problem)}`);
  lines.push(`Calls under way: ${running.reads + running.writes}`);
  if (lastCall !== undefined)
    lines.push(`Last call: ${lastCall.tool}, ${new Date(lastCall.time).toISOString()}`);
  return lines.join('\n');
}

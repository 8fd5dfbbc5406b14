import type { Plugin } from 'obsidian';
import { visibleLine } from '../utils/visible-text';
import type { Live, LiveState } from './live';

/** Adds `obsidian lectern:status`, `lectern:url` and `lectern:pause`, where the app has a command line. */
export function addCommandLine(plugin: Plugin, live: Live): void {
  if (!('registerCliHandler' in plugin)) return;
  plugin.registerCliHandler('lectern:status', 'Tell what Lectern does.', null, () => statusText(live.state));
  plugin.registerCliHandler('lectern:url', 'Tell the address of the server.', null, () => {
    const { url } = live.state.server;
    return url ?? 'The server is not running.';
  });
  const flags = { off: { description: 'Let clients go on.' } };
  plugin.registerCliHandler('lectern:pause', 'Pause all clients.', flags, ({ off }) => {
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

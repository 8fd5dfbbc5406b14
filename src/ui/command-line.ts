import type { CliFlags, CliHandler, Plugin } from 'obsidian';
import { visibleLine } from '../utils/text/visible-text';
import { t } from './text/text';
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
  add('status', t('cli.status'), null, () => statusText(live.state));
  add('url', t('cli.url'), null, () => {
    const { url } = live.state.server;
    return url ?? t('cli.notRunning');
  });
  add('pause', t('cli.pause'), { off: { description: t('cli.resume') } }, ({ off }) => {
    live.setPaused(off === undefined);
    return t(off === undefined ? 'cli.paused' : 'cli.resumed');
  });
}

function statusText({ server, isPaused, running, lastCall }: LiveState): string {
  const lines = [
    t('cli.server', { state: isPaused && server.state === 'listening' ? 'paused' : server.state }),
  ];
  if (server.url !== undefined) lines.push(t('cli.address', { url: server.url }));
  if (server.problem !== undefined) lines.push(t('cli.problem', { problem: visibleLine(server.problem) }));
  lines.push(t('cli.calls', { count: running.reads + running.writes }));
  if (lastCall !== undefined)
    lines.push(t('cli.lastCall', { tool: lastCall.tool, time: new Date(lastCall.time).toISOString() }));
  return lines.join('\n');
}

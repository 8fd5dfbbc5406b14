/** The commands of the app, and those of its command line. */

import type { Plugin, CliFlags, CliHandler } from 'obsidian';
import { t } from './text/text';
import type { ServerSwitch, Live, LiveState } from './live-status';
import { visibleLine } from '../utils/text/visible-text';

interface CommandActions {
  readonly server: ServerSwitch;
  readonly openActivity: () => unknown;
  readonly openApproval: () => void;
  /** Shows settings that came with the vault. */
  readonly reviewSettings: () => void;
  readonly connectClient: () => void;
}

export function addCommands(plugin: Plugin, { server, ...actions }: CommandActions): void {
  const commands = [
    ['start-server', 'common.startServer', server.start],
    ['stop-server', 'common.stopServer', server.stop],
    ['restart-server', 'command.restart', server.restart],
    ['open-activity', 'common.openActivity', actions.openActivity],
    ['review-approvals', 'common.reviewApprovals', actions.openApproval],
    ['review-settings', 'command.reviewSettings', actions.reviewSettings],
    ['connect-client', 'common.connectClient', actions.connectClient],
  ] as const;
  for (const [id, name, run] of commands)
    plugin.addCommand({ id, name: t(name), callback: () => void run() });
}

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

import type { Plugin } from 'obsidian';
import { t } from './text/text';
import type { ServerSwitch } from './live-status';

export interface CommandActions {
  readonly server: ServerSwitch;
  readonly openActivity: () => unknown;
  /** Shows what waits for approval. */
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

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
  plugin.addCommand({
    id: 'start-server',
    name: t('common.startServer'),
    callback: () => void server.start(),
  });
  plugin.addCommand({ id: 'stop-server', name: t('common.stopServer'), callback: () => void server.stop() });
  plugin.addCommand({
    id: 'restart-server',
    name: t('command.restart'),
    callback: () => void server.restart(),
  });
  plugin.addCommand({
    id: 'open-activity',
    name: t('common.openActivity'),
    callback: () => void actions.openActivity(),
  });
  plugin.addCommand({
    id: 'review-approvals',
    name: t('common.reviewApprovals'),
    callback: actions.openApproval,
  });
  plugin.addCommand({
    id: 'review-settings',
    name: t('command.reviewSettings'),
    callback: actions.reviewSettings,
  });
  plugin.addCommand({
    id: 'connect-client',
    name: t('common.connectClient'),
    callback: actions.connectClient,
  });
}

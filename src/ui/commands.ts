import type { Plugin } from 'obsidian';
import type { SetupText } from '../control';
import { copyText } from './controls/clipboard';
import { clientText, placeText } from './text/setup-names';
import { t } from './text/text';
import type { ServerSwitch } from './live-status';

export interface CommandActions {
  readonly server: ServerSwitch;
  readonly openActivity: () => unknown;
  /** Shows what waits for approval. */
  readonly openApproval: () => void;
  /** Shows settings that came with the vault. */
  readonly reviewSettings: () => void;
  readonly setupTexts: () => readonly SetupText[];
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
  for (const setup of actions.setupTexts()) {
    plugin.addCommand({
      id: `copy-setup-${setup.client.toLowerCase().replace(/ /g, () => '-')}`,
      name: t('connections.copySetup', { client: clientText(setup.client) }),
      callback: () => void copySetup(plugin, actions.setupTexts(), setup.client),
    });
  }
}

async function copySetup({ app }: Plugin, setups: readonly SetupText[], client: string): Promise<void> {
  const setup = setups.find(text => text.client === client);
  if (setup !== undefined) await copyText(app, { text: setup.text, place: placeText(setup) });
}

import type { Plugin } from 'obsidian';
import type { SetupText } from '../control';
import { copyText } from './controls/clipboard';

export interface ServerActions {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly restart: () => Promise<void>;
  readonly openActivity: () => unknown;
  /** Shows what waits for approval. */
  readonly openApproval: () => void;
  /** Shows what the vault's settings bring along. */
  readonly reviewSettings: () => void;
  readonly setupTexts: () => readonly SetupText[];
}

export function addCommands(plugin: Plugin, actions: ServerActions): void {
  plugin.addCommand({ id: 'start-server', name: 'Start the server', callback: () => void actions.start() });
  plugin.addCommand({ id: 'stop-server', name: 'Stop the server', callback: () => void actions.stop() });
  plugin.addCommand({
    id: 'restart-server',
    name: 'Restart the server',
    callback: () => void actions.restart(),
  });
  plugin.addCommand({
    id: 'open-activity',
    name: 'Open activity',
    callback: () => void actions.openActivity(),
  });
  plugin.addCommand({
    id: 'review-approvals',
    name: 'Review what waits for approval',
    callback: actions.openApproval,
  });
  plugin.addCommand({
    id: 'review-settings',
    name: 'Review settings from elsewhere',
    callback: actions.reviewSettings,
  });
  for (const setup of actions.setupTexts()) {
    plugin.addCommand({
      id: `copy-setup-${setup.client.toLowerCase().replace(/ /g, () => '-')}`,
      name: `Copy the setup for ${setup.client}`,
      callback: () => void copySetup(plugin, actions, setup.client),
    });
  }
}

async function copySetup({ app }: Plugin, actions: ServerActions, client: string): Promise<void> {
  const setup = actions.setupTexts().find(text => text.client === client);
  if (setup !== undefined) await copyText(app, setup);
}

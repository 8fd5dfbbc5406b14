import { DropdownComponent, Setting } from 'obsidian';
import { clientText } from '../../../ui/text/server-texts';
import { t } from '../../../ui/text/text';
import type { ClientSetups } from '../parts';

/** The clients with a button of their own. */
export const firstClients = ['Claude Desktop', 'Claude Code', 'Cursor', 'VS Code'] as const;

/** A button for each of the first clients, and a list of the others. */
export function drawClients(
  parent: HTMLElement,
  clients: ClientSetups,
  chosen: string,
  choose: (client: string) => void,
): void {
  const row = new Setting(parent).setName(t('connect.client'));
  row.settingEl.addClass('lectern-clients');
  row.controlEl.setAttrs({ role: 'group', 'aria-label': t('connect.client') });
  for (const client of firstClients) {
    row.addButton(button => {
      button.setButtonText(client).onClick(() => choose(client));
      button.buttonEl.setAttr('aria-pressed', client === chosen);
    });
  }
  const isFirst = (client: string): boolean => firstClients.some(first => first === client);
  const others = clients
    .setupTextsWith('')
    .map(({ client }) => client)
    .filter(client => !isFirst(client));
  const list = new DropdownComponent(row.controlEl);
  list.addOptions({
    '': t('connect.more'),
    ...Object.fromEntries(others.map(client => [client, clientText(client)])),
  });
  list.setValue(isFirst(chosen) ? '' : chosen).onChange(client => {
    if (client !== '') choose(client);
  });
  list.selectEl.setAttr('aria-label', t('connect.otherClients'));
}

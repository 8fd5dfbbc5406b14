import { Setting, type SettingDefinitionGroup, type SettingDefinitionPage } from 'obsidian';
import { searchWords, t } from '../../../ui/text/text';
import { ConnectDialog } from '../connect/connect-dialog';
import { addressRow, documentsRow, pairingRow } from '../pair-client';
import type { TabState } from '../parts';
import { isExpired } from '../../tokens/tokens';
import { addAction } from '../rows';
import { drawTokenCard } from '../tokens/token-card';

export function connectionsPage(tab: TabState): SettingDefinitionPage {
  const { store, time } = tab.options;
  const expired = (): boolean => store.settings.tokens.some(token => isExpired(token, time.now()));
  return {
    type: 'page',
    name: t('connections.name'),
    desc: t('connections.desc'),
    displayValue: () => t('connections.count', { count: store.settings.tokens.length }),
    status: () => (store.settings.tokens.length === 0 || expired() ? 'warning' : null),
    items: [connectionsGroup(tab)],
  };
}

function connectionsGroup(tab: TabState): SettingDefinitionGroup {
  const { tokens } = tab.options.store.settings;
  return {
    type: 'group',
    cls: 'lectern-connections',
    items: [
      {
        name: t('connections.each'),
        desc: t('connections.eachDesc'),
        aliases: searchWords('connections.eachSearch'),
        render: row => drawHead(row, tab),
      },
      pairingRow(tab),
      addressRow(tab),
      documentsRow(tab),
      {
        name: t('connections.name'),
        aliases: [...searchWords('connections.cardSearch'), ...tokens.map(({ name }) => name)],
        visible: () => tab.options.store.settings.tokens.length > 0,
        render: row => drawCards(row, tab),
      },
    ],
  };
}

function drawHead(row: Setting, tab: TabState): void {
  const isEmpty = tab.options.store.settings.tokens.length === 0;
  row.setName(t(isEmpty ? 'connections.none' : 'connections.each'));
  row.setDesc(t(isEmpty ? 'connections.noneDesc' : 'connections.eachDesc'));
  addAction(row, {
    text: t('common.connectClient'),
    kind: 'cta',
    key: 'add',
    run: () => new ConnectDialog(tab).open(),
  });
}

/** All cards are in one row, so that they can be added and removed while the page is open. */
function drawCards(row: Setting, tab: TabState): () => void {
  const { tokens } = tab.options.store.settings;
  row.settingEl.addClass('lectern-cards');
  const cards = row.settingEl.createDiv('lectern-card-list');
  const ends = tokens.map(({ valueHash }) => drawTokenCard(new Setting(cards), valueHash, tab));
  return () => {
    for (const end of ends) end?.();
  };
}

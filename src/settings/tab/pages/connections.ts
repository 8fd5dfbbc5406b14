import type { Setting, SettingDefinitionGroup, SettingDefinitionPage } from 'obsidian';
import { searchWords, t } from '../../../ui/text/text';
import { AddConnection } from '../add-connection';
import type { TabState } from '../parts';
import { addAction } from '../rows';
import { drawTokenCard } from '../tokens/token-card';
import { isExpired } from '../words';
import { connectGroup } from './connect';

/** A card for each token, and what connects a client. */
export function connectionsPage(tab: TabState): SettingDefinitionPage {
  const { store, time } = tab.options;
  const expired = (): boolean => store.settings.tokens.some(token => isExpired(token, time.now()));
  return {
    type: 'page',
    name: t('connections.name'),
    desc: t('connections.desc'),
    displayValue: () => t('connections.count', { count: store.settings.tokens.length }),
    status: () => (store.settings.tokens.length === 0 || expired() ? 'warning' : null),
    items: [connectionsGroup(tab), connectGroup(tab)],
  };
}

function connectionsGroup(tab: TabState): SettingDefinitionGroup {
  const { tokens } = tab.options.store.settings;
  return {
    type: 'group',
    cls: 'lectern-connections',
    items: [
      {
        name: t(tokens.length === 0 ? 'connections.none' : 'connections.each'),
        desc: t('connections.eachDesc'),
        aliases: searchWords('connections.eachSearch'),
        render: row => {
          addAction(row, {
            text: t('connections.add'),
            kind: 'cta',
            key: 'add',
            run: () => new AddConnection(tab).open(),
          });
        },
      },
      ...tokens.map(token => ({
        name: token.name,
        aliases: searchWords('connections.cardSearch'),
        render: (row: Setting) => drawTokenCard(row, token.valueHash, tab),
      })),
    ],
  };
}

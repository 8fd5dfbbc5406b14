import type { Setting, SettingDefinitionGroup, SettingDefinitionPage } from 'obsidian';
import { counted } from '../../../ui/plain-words';
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
    name: 'Connections',
    desc: 'Which clients may connect, and what each may see and do.',
    displayValue: () => counted(store.settings.tokens.length, 'connection'),
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
        name:
          tokens.length === 0 ? 'No connections, so no client can connect' : 'A connection for each client',
        desc: 'Then you see who does what, and can revoke one without affecting the others.',
        aliases: ['token', 'key', 'client'],
        render: row => {
          addAction(row, {
            text: 'Add connection',
            kind: 'cta',
            key: 'add',
            run: () => new AddConnection(tab).open(),
          });
        },
      },
      ...tokens.map(token => ({
        name: token.name,
        aliases: ['token', 'rights', 'folders'],
        render: (row: Setting) => drawTokenCard(row, token.valueHash, tab),
      })),
    ],
  };
}

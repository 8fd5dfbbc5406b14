import type { Setting, SettingDefinitionGroup } from 'obsidian';
import { freeName } from '../../tokens/token-names';
import type { TabState } from '../parts';
import { addAction } from '../rows';
import { drawTokenCard } from '../tokens/token-card';

/** A card a token, and the making of another. */
export function connectionsSection(tab: TabState): SettingDefinitionGroup {
  const { tokens } = tab.options.store.settings;
  return {
    type: 'group',
    heading: 'Connections',
    cls: 'lectern-connections',
    items: [
      {
        name: tokens.length === 0 ? 'No connections, so no client can connect' : 'Connections',
        desc: 'Give each client its own token: then you see who does what, and can revoke one without affecting the others.',
        aliases: ['token', 'key', 'client'],
        render: row => {
          addAction(row, {
            text: 'Add connection',
            kind: 'cta',
            key: 'add',
            run: () => add(tab),
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

async function add(tab: TabState): Promise<void> {
  const { store, time } = tab.options;
  const hash = await store.addToken(freeName(store.settings.tokens), 'write', time.now());
  tab.openCards.add(hash);
  tab.chosenToken = hash;
  tab.redraw(`name:${hash}`);
}

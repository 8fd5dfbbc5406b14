import type { SettingDefinitionList } from 'obsidian';
import { copyText } from '../ui/clipboard';
import type { StoredToken } from './schema';
import type { SettingsTabParts } from './settings-tab-parts';
import { freeName } from './token-names';

/** The tokens that let clients in: make one, copy one, revoke one. */
export function tokensSection(parts: SettingsTabParts, redraw: () => void): SettingDefinitionList {
  const { store } = parts;
  const { tokens } = store.settings;
  return {
    type: 'list',
    heading: 'Tokens',
    emptyState: 'No token, so no client can connect.',
    addItem: {
      name: 'Add token',
      action: () => void store.addToken(freeName(tokens), 'write', new Date()).then(redraw),
    },
    onDelete: index => {
      const token = tokens[index];
      if (token !== undefined) void store.removeToken(token).then(redraw);
    },
    items: tokens.map(token => ({
      name: token.name,
      desc: describe(token),
      render: setting => {
        setting.addDropdown(dropdown =>
          dropdown
            .addOptions({ read: 'Read', write: 'Read and write', full: 'Everything' })
            .setValue(token.rights)
            .onChange(value => void changeRights(parts, token, value).then(redraw)),
        );
        const value = store.tokenValue(token);
        if (value !== undefined) {
          setting.addButton(button =>
            button.setButtonText('Copy').onClick(() => void copyText(value, 'the client that should use it')),
          );
        }
      },
    })),
  };
}

function describe({ created, expires }: StoredToken): string {
  const parts = [];
  if (created !== undefined) parts.push(`Created ${created.slice(0, 10)}.`);
  if (expires !== undefined) parts.push(`Expires ${expires.slice(0, 10)}.`);
  return parts.join(' ');
}

async function changeRights({ store }: SettingsTabParts, token: StoredToken, value: string): Promise<void> {
  if (value !== 'read' && value !== 'write' && value !== 'full') return;
  await store.update(settings => ({
    ...settings,
    tokens: settings.tokens.map(other =>
      other.valueHash === token.valueHash ? { ...other, rights: value } : other,
    ),
  }));
}

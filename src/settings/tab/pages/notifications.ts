import type { SettingDefinitionGroup } from 'obsidian';
import type { NoticeKind } from '../../schema';
import type { TabState } from '../parts';
import { addToggle } from '../rows';

const kinds: Readonly<Record<NoticeKind, { readonly name: string; readonly desc: string }>> = {
  writes: {
    name: 'Changes',
    desc: 'When a client changed the vault. Several changes at once make one notice.',
  },
  connections: { name: 'Connections', desc: 'When a connection is first used after the app was started.' },
  problems: {
    name: 'Problems',
    desc: 'When the server cannot run, or one of Lectern’s own files is damaged.',
  },
};

const order = ['writes', 'connections', 'problems'] as const;

/** A switch for each kind of notice. */
export function notificationsGroup({ options: { store } }: TabState): SettingDefinitionGroup {
  return {
    type: 'group',
    heading: 'Notifications',
    items: order.map(kind => ({
      ...kinds[kind],
      render: row =>
        addToggle(row, {
          label: `Notices of ${kinds[kind].name.toLowerCase()}`,
          value: store.settings.notices[kind],
          onChange: isOn =>
            store.update(settings => ({ ...settings, notices: { ...settings.notices, [kind]: isOn } })),
        }),
    })),
  };
}

import type { SettingDefinitionGroup } from 'obsidian';
import { t } from '../../../ui/text/text';
import type { TabState } from '../parts';
import { addToggle } from '../rows';

const order = ['writes', 'connections', 'problems'] as const;

/** A switch for each kind of notice. */
export function notificationsGroup({ options: { store } }: TabState): SettingDefinitionGroup {
  return {
    type: 'group',
    heading: t('advanced.notifications'),
    items: order.map(kind => ({
      name: t(`advanced.notice.${kind}`),
      desc: t(`advanced.notice.${kind}.desc`),
      render: row =>
        addToggle(row, {
          label: t(`advanced.notice.${kind}.label`),
          value: store.settings.notices[kind],
          onChange: isOn =>
            store.update(settings => ({ ...settings, notices: { ...settings.notices, [kind]: isOn } })),
        }),
    })),
  };
}

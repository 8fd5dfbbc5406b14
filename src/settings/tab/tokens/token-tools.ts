import { Setting } from 'obsidian';
import { tools } from '../../../tools';
import { quoted } from '../../../ui/plain-words';
import { t } from '../../../ui/text/text';
import { toolTexts } from '../../../ui/text/tool-texts';
import type { StoredToken } from '../../schema';
import type { SaveToken } from '../parts';
import { addToggle } from '../rows';

/** A switch for each tool, collapsed: few tokens need fewer tools than their rights allow. */
export function drawTokenTools(body: HTMLElement, token: StoredToken, save: SaveToken): void {
  const details = body.createEl('details', { cls: 'lectern-token-tools' });
  details.createEl('summary', { text: t('token.tools') });
  const draw = (): void => {
    for (const tool of tools) {
      const { title } = toolTexts(tool);
      addToggle(new Setting(details).setName(title), {
        label: t('token.toolOf', { tool: title, name: quoted(token.name) }),
        value: !token.disabledTools.includes(tool.name),
        onChange: isOn => save(old => withTool(old, tool.name, isOn)),
      });
    }
  };
  details.addEventListener('toggle', draw, { once: true });
}

function withTool(token: StoredToken, tool: string, isOn: boolean): StoredToken {
  const others = token.disabledTools.filter(name => name !== tool);
  return { ...token, disabledTools: isOn ? others : [...others, tool] };
}

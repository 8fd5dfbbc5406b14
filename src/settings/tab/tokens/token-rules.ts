import { Setting } from 'obsidian';
import type { Grant } from '../../../vault/access/grant';
import { quoted } from '../../../ui/plain-words';
import { t } from '../../../ui/text/text';
import type { StoredToken } from '../../schema';
import { tokenEntry } from '../../tokens/tokens';
import type { SaveToken, TabState } from '../parts';
import { CoverageLine } from '../folders/coverage-line';
import { addFolderRules } from '../folders/folder-rules';
import { addText, addStatusLine } from '../rows';
import { unreadableRules } from './token-problems';

const rules = ['allow', 'allowWrite', 'deny'] as const;

export interface DrawnRules {
  /** Call it after the token changed in another row. */
  readonly refresh: () => void;
  readonly end: () => void;
}

/** The folder rules, their coverage, and a field to test a path. */
export function drawRules(body: HTMLElement, token: StoredToken, tab: TabState, save: SaveToken): DrawnRules {
  for (const rule of rules) {
    const row = new Setting(body).setName(t(`folders.${rule}`)).setDesc(t(`folders.${rule}.desc`));
    addFolderRules(row, tab, {
      label: t('folders.ruleOf', { rule: t(`folders.${rule}`), name: quoted(token.name) }),
      value: token[rule],
      none: t(`folders.${rule}.none`),
      changed: lines => save(old => ({ ...old, [rule]: [...lines] })),
    });
  }
  const grant = (): Grant =>
    tokenEntry(
      tab.options.store.settings.tokens.find(({ valueHash }) => valueHash === token.valueHash) ?? token,
    ).grant;
  const preview = new CoverageLine(body, tab.options.grantPreview);
  const attempt = drawAttempt(body, token, tab, grant);
  const refresh = (): void => {
    void preview.show(grant());
    void attempt();
  };
  refresh();
  return { refresh, end: () => preview.end() };
}

/** A field to test a path against the rules. @returns a function that repeats the test */
function drawAttempt(
  body: HTMLElement,
  token: StoredToken,
  { options }: TabState,
  grant: () => Grant,
): () => Promise<void> {
  const row = new Setting(body).setName(t('folders.try')).setDesc(t('folders.tryDesc'));
  const status = addStatusLine(row.infoEl);
  const path = addText(row, {
    label: t('folders.tryOf', { name: quoted(token.name) }),
    value: '',
    onChange: () => attempt(),
  });
  path.setPlaceholder(t('folders.examplePath')).onChange(() => attempt());
  const attempt = async (): Promise<void> => {
    const text = path.getValue().trim();
    if (text === '') {
      status.setText('');
      return;
    }
    try {
      const access = await options.grantPreview.at(grant(), text);
      status.setText(t(`folders.access.${access}`));
    } catch (error) {
      status.setText(unreadableRules(error));
    }
  };
  return attempt;
}

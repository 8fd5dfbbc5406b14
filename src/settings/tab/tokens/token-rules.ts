import { Setting } from 'obsidian';
import type { Grant } from '../../../vault/access/grant';
import type { GrantCoverage } from '../../../vault/access/grant-preview';
import { quoted } from '../../../ui/plain-words';
import { t } from '../../../ui/text/text';
import type { StoredToken } from '../../schema';
import { tokenEntry } from '../../tokens/tokens';
import type { SaveToken, TabState } from '../parts';
import { addLines, addText, addStatusLine, linesOf } from '../rows';
import { rulesProblem, unreadableRules } from './rules-problem';

const rules = ['allow', 'allowWrite', 'deny'] as const;

export interface DrawnRules {
  /** To be called after the token changed in another row. */
  readonly refresh: () => void;
  readonly end: () => void;
}

/** The folder rules, what they come to while they are typed, and a field to try a path. */
export function drawRules(body: HTMLElement, token: StoredToken, tab: TabState, save: SaveToken): DrawnRules {
  const areas = rules.map(rule => {
    const row = new Setting(body).setName(t(`folders.${rule}`)).setDesc(t(`folders.${rule}.desc`));
    const area = addLines(row, {
      label: t('folders.ruleOf', { rule: t(`folders.${rule}`), name: quoted(token.name) }),
      value: token[rule],
      onChange: async lines => {
        const problem = rulesProblem(lines);
        row.setErrorMessage(problem);
        if (problem === null) await save(old => ({ ...old, [rule]: [...lines] }));
      },
    });
    area.setPlaceholder(t('folders.example')).onChange(() => refresh());
    return { rule, row, area };
  });
  const stored = (): StoredToken =>
    tab.options.store.settings.tokens.find(({ valueHash }) => valueHash === token.valueHash) ?? token;
  /** The rules as they are typed. */
  const typed = (): Grant => {
    const lines = Object.fromEntries(areas.map(({ rule, area }) => [rule, linesOf(area.getValue())]));
    return tokenEntry({ ...stored(), ...lines }).grant;
  };
  const preview = new Preview(body, tab);
  const attempt = drawAttempt(body, token, tab, typed);
  const refresh = (): void => {
    void preview.show(typed());
    void attempt();
  };
  refresh();
  return { refresh, end: () => preview.end() };
}

/** How many notes rules come to; each look ends the one before. */
class Preview {
  private readonly status: HTMLElement;
  private looking = new AbortController();

  constructor(
    body: HTMLElement,
    private readonly tab: TabState,
  ) {
    this.status = addStatusLine(body);
  }

  /** Never rejects. */
  async show(grant: Grant): Promise<void> {
    this.looking.abort();
    this.looking = new AbortController();
    const { signal } = this.looking;
    try {
      const count = await this.tab.options.grantPreview.count(grant, signal);
      if (!signal.aborted) this.showStatus(coverageText(count), false);
    } catch (error) {
      if (!signal.aborted) this.showStatus(unreadableRules(error), true);
    }
  }

  end(): void {
    this.looking.abort();
  }

  private showStatus(text: string, isProblem: boolean): void {
    this.status.setText(text);
    this.status.toggleClass('lectern-trouble', isProblem);
  }
}

function coverageText({ notes, readable, writable }: GrantCoverage): string {
  return t('folders.covers', { notes: t('common.notes', { count: notes }), readable, writable });
}

/** A field to try a path against the rules. @returns what tries again */
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

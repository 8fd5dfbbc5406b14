import { Setting } from 'obsidian';
import type { Grant } from '../../../vault/access/grant';
import type { PathAccess, GrantCoverage } from '../../../vault/access/grant-preview';
import { counted } from '../../../ui/plain-words';
import type { StoredToken } from '../../schema';
import { tokenEntry } from '../../tokens/tokens';
import type { SaveToken, TabState } from '../parts';
import { addLines, addText, addStatusLine, linesOf } from '../rows';
import { rulesProblem, unreadableRules } from './rules-problem';

type Rule = 'allow' | 'allowWrite' | 'deny';

const ruleRows: Readonly<Record<Rule, { readonly name: string; readonly desc: string }>> = {
  allow: { name: 'Folders it may see', desc: 'One per line. Empty for the whole vault.' },
  allowWrite: {
    name: 'Folders it may write to',
    desc: 'One per line, among those it may see. Empty for all of them.',
  },
  deny: { name: 'Folders it never sees', desc: 'One per line. Overrides the two lists above.' },
};

const rules = ['allow', 'allowWrite', 'deny'] as const;

export interface DrawnRules {
  /** To be called after the token changed in another row. */
  readonly refresh: () => void;
  readonly end: () => void;
}

/** The folder rules, what they come to while they are typed, and a field to try a path. */
export function drawRules(body: HTMLElement, token: StoredToken, tab: TabState, save: SaveToken): DrawnRules {
  const areas = rules.map(rule => {
    const row = new Setting(body).setName(ruleRows[rule].name).setDesc(ruleRows[rule].desc);
    const area = addLines(row, {
      label: `${ruleRows[rule].name}: “${token.name}”`,
      value: token[rule],
      onChange: async lines => {
        const problem = rulesProblem(lines);
        row.setErrorMessage(problem);
        if (problem === null) await save(old => ({ ...old, [rule]: [...lines] }));
      },
    });
    area.setPlaceholder('Projects/**').onChange(() => refresh());
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
      if (!signal.aborted) this.showStatus(words(count), false);
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

function words({ notes, readable, writable }: GrantCoverage): string {
  return `Sees ${readable.toLocaleString('en')} of ${counted(notes, 'note')}, and may write to ${writable.toLocaleString('en')}.`;
}

const coverageText: Readonly<Record<PathAccess, string>> = {
  hidden: 'Not visible to this connection.',
  read: 'It may read this.',
  write: 'It may read and write this.',
};

/** A field to try a path against the rules. @returns what tries again */
function drawAttempt(
  body: HTMLElement,
  token: StoredToken,
  { options }: TabState,
  grant: () => Grant,
): () => Promise<void> {
  const row = new Setting(body).setName('Try a path').setDesc('See what it may do with a note or a folder.');
  const status = addStatusLine(row.infoEl);
  const path = addText(row, {
    label: `Try a path for “${token.name}”`,
    value: '',
    onChange: () => attempt(),
  });
  path.setPlaceholder('Projects/Plan.md').onChange(() => attempt());
  const attempt = async (): Promise<void> => {
    const text = path.getValue().trim();
    if (text === '') {
      status.setText('');
      return;
    }
    try {
      status.setText(coverageText[await options.grantPreview.at(grant(), text)]);
    } catch (error) {
      status.setText(unreadableRules(error));
    }
  };
  return attempt;
}

import { Setting } from 'obsidian';
import type { Grant } from '../../../vault/access/grant';
import type { PathAccess, GrantCoverage } from '../../../vault/access/grant-preview';
import { counted } from '../../../ui/plain-words';
import type { StoredToken } from '../../schema';
import { tokenEntry } from '../../tokens/tokens';
import type { SaveToken, TabState } from '../parts';
import { addLines, addText, addTold, linesOf } from '../rows';
import { rulesProblem, unreadableRules } from './rules-problem';

type Rule = 'allow' | 'allowWrite' | 'deny';

const ruleRows: Readonly<Record<Rule, { readonly name: string; readonly desc: string }>> = {
  allow: { name: 'Folders it may see', desc: 'One a line. Everything when empty.' },
  allowWrite: {
    name: 'Folders it may write to',
    desc: 'Among those it may see. All of them when empty.',
  },
  deny: { name: 'Folders it never sees', desc: 'They win over the others.' },
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
    tab.parts.store.settings.tokens.find(({ valueHash }) => valueHash === token.valueHash) ?? token;
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
  private readonly told: HTMLElement;
  private looking = new AbortController();

  constructor(
    body: HTMLElement,
    private readonly tab: TabState,
  ) {
    this.told = addTold(body);
  }

  /** Never rejects. */
  async show(grant: Grant): Promise<void> {
    this.looking.abort();
    this.looking = new AbortController();
    const { signal } = this.looking;
    try {
      const count = await this.tab.parts.grantPreview.count(grant, signal);
      if (!signal.aborted) this.tell(words(count), false);
    } catch (error) {
      if (!signal.aborted) this.tell(unreadableRules(error), true);
    }
  }

  end(): void {
    this.looking.abort();
  }

  private tell(text: string, isProblem: boolean): void {
    this.told.setText(text);
    this.told.toggleClass('lectern-trouble', isProblem);
  }
}

function words({ notes, readable, writable }: GrantCoverage): string {
  return `Sees ${readable.toLocaleString('en')} of ${counted(notes, 'note')}, and may write to ${writable.toLocaleString('en')}.`;
}

const coverageText: Readonly<Record<PathAccess, string>> = {
  hidden: 'Does not exist for it.',
  read: 'It may read this.',
  write: 'It may read and write this.',
};

/** A field to try a path against the rules. @returns what tries again */
function drawAttempt(
  body: HTMLElement,
  token: StoredToken,
  { parts }: TabState,
  grant: () => Grant,
): () => Promise<void> {
  const row = new Setting(body).setName('Try a path').setDesc('See what it may do with a note or a folder.');
  const told = addTold(row.infoEl);
  const path = addText(row, {
    label: `Try a path for “${token.name}”`,
    value: '',
    onChange: () => attempt(),
  });
  path.setPlaceholder('Projects/Plan.md').onChange(() => attempt());
  const attempt = async (): Promise<void> => {
    const text = path.getValue().trim();
    if (text === '') {
      told.setText('');
      return;
    }
    try {
      told.setText(coverageText[await parts.grantPreview.at(grant(), text)]);
    } catch (error) {
      told.setText(unreadableRules(error));
    }
  };
  return attempt;
}

import { ToolFailure } from '../../../errors';
import { compileCover, folderGlob, plainRule } from '../../../utils/glob-utils';
import { settingsSchema } from '../../schema';
import { markOwn, t } from '../../../ui/text/text';
import type { Grant } from '../../../vault/access/access';
import type { GrantCoverage } from '../../../vault/access/grant-preview';
import type { GrantPreviewReader, TabState } from '../parts';
import { addStatusLine, addAction } from '../rows';
import { type App, type FuzzyMatch, FuzzySuggestModal, type Setting } from 'obsidian';
import { quoted } from '../../../ui/plain-words';
import { withoutOuterSlashes } from '../../../utils/text/pieces';
import { visibleLine } from '../../../utils/text/visible-text';

/** Shows how many notes the rules cover while they are typed; each update cancels the previous one. */
export class CoverageLine {
  private readonly status: HTMLElement;
  private looking = new AbortController();

  constructor(
    parent: HTMLElement,
    private readonly preview: GrantPreviewReader,
    private readonly textOf: (coverage: GrantCoverage) => string = sightText,
  ) {
    this.status = addStatusLine(parent);
  }

  /** Never rejects. */
  async show(grant: Grant): Promise<void> {
    this.looking.abort();
    this.looking = new AbortController();
    const { signal } = this.looking;
    try {
      const coverage = await this.preview.count(grant, signal);
      if (!signal.aborted) this.showStatus(this.textOf(coverage), false);
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

function sightText({ notes, readable, writable }: GrantCoverage): string {
  return t('folders.covers', { notes: t('common.notes', { count: notes }), readable, writable });
}

/** How many notes the rules hide, if a grant has only these rules. */
export function hiddenText({ notes, readable }: GrantCoverage): string {
  return t('folders.hides', { notes: t('common.notes', { count: notes }), hidden: notes - readable });
}

interface Offered {
  readonly text: string;
  readonly rule: string;
}

/** Chooses a folder of the vault, or what is typed as a pattern. */
class FolderPicker extends FuzzySuggestModal<Offered> {
  override emptyStateText = t('folders.noneFound');

  /** @param folders their vault paths */
  constructor(
    app: App,
    private readonly folders: readonly string[],
    private readonly picked: (rule: string) => void,
  ) {
    super(app);
    this.setPlaceholder(t('folders.pick'));
    this.inputEl.setAttr('aria-label', t('folders.pick'));
    markOwn(this.modalEl, 'lectern-folders');
  }

  override getItems(): Offered[] {
    return this.folders.map(path => ({ text: visibleLine(path), rule: folderGlob(path) }));
  }

  override getItemText({ text }: Offered): string {
    return text;
  }

  override getSuggestions(query: string): FuzzyMatch<Offered>[] {
    const rule = plainRule(query);
    const path = withoutOuterSlashes(query.trim().replaceAll('\\', () => '/'));
    const isFolder = this.folders.includes(path);
    const found = super.getSuggestions(isFolder ? path : query);
    if (rule === '' || isFolder) return found;
    const text = t('folders.pattern', { pattern: quoted(rule) });
    return [...found, { item: { text, rule }, match: { score: 0, matches: [] } }];
  }

  override onChooseItem({ rule }: Offered): void {
    this.picked(rule);
  }
}

interface FolderRules {
  /** What they are, for screen readers. */
  readonly label: string;
  readonly value: readonly string[];
  /** Shown while there is no rule. */
  readonly none: string;
  /** Called with valid rules. */
  readonly changed: (rules: readonly string[]) => unknown;
}

/** Folder rules, each with a button that removes it, and a button that adds a folder or a pattern. */
export function addFolderRules(row: Setting, { options }: TabState, rules: FolderRules): void {
  const { label, none, changed } = rules;
  let { value } = rules;
  const list = row.controlEl.createDiv({ cls: 'lectern-chips', attr: { role: 'list', 'aria-label': label } });
  const keep = (next: readonly string[]): void => {
    const problem = rulesProblem(next);
    row.setErrorMessage(problem);
    if (problem !== null) return;
    value = next;
    draw();
    changed(next);
    choose.focus();
  };
  const draw = (): void => {
    list.empty();
    if (value.length === 0)
      list.createSpan({ cls: 'lectern-chip mod-none', text: none, attr: { role: 'listitem' } });
    const idle = options.grantPreview.idle(value).catch((): readonly string[] => []);
    for (const rule of value) {
      const folder = visibleLine(folderOf(rule));
      const chip = list.createSpan({ cls: 'lectern-chip', attr: { role: 'listitem' } });
      const name = chip.createSpan({ text: folder });
      void idle.then(rules => {
        if (!rules.includes(rule)) return;
        name.setText(t('folders.idle', { folder }));
        chip.addClass('lectern-trouble');
      });
      const attr = { 'aria-label': t('folders.remove', { folder, rules: label }) };
      const remove = chip.createEl('button', { cls: 'clickable-icon', text: '×', attr });
      remove.addEventListener('click', () => keep(value.filter(other => other !== rule)));
    }
  };
  const choose = addAction(row, {
    text: t('folders.choose'),
    label: t('folders.chooseFor', { rules: label }),
    run: () =>
      new FolderPicker(options.app, options.folders(), rule => keep([...new Set([...value, rule])])).open(),
  });
  draw();
}

/** The path of the folder that the picker made the rule from; any other rule as it is. */
function folderOf(rule: string): string {
  const path = rule.replace(/\/\*\*$/, () => '').replace(/\\(.)/gu, (_, character: string) => character);
  return path !== '' && folderGlob(path) === rule ? path : rule;
}

/** What is wrong with folder rules, as text for the user; null if they are valid. */
export function rulesProblem(rules: readonly string[]): string | null {
  if (!settingsSchema.shape.hidden.safeParse(rules).success) return t('folders.tooMany');
  try {
    compileCover(rules);
    return null;
  } catch (error) {
    return unreadableRules(error);
  }
}

/** An error about rules, as text for the user. */
export function unreadableRules(error: unknown): string {
  return t(error instanceof ToolFailure ? 'folders.tooComplex' : 'folders.unreadable');
}

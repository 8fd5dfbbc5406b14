import { ConfirmationModal, type Setting } from 'obsidian';
import { copyText } from '../../../ui/controls/clipboard';
import { visibleLine } from '../../../utils/text/visible-text';
import { localDay } from '../../../ui/plain-words';
import type { StoredToken } from '../../schema';
import { drawTokenForm } from './token-form';
import type { TabState } from '../parts';
import { addAction } from '../rows';
import { keepTyped } from '../typed-fields';
import { ago, isExpired, rightsWords } from '../words';

/** One token, by its hash: what it is in a line, and a form below while the card is open. */
export function drawTokenCard(row: Setting, hash: string, tab: TabState): (() => void) | undefined {
  const token = current(hash, tab);
  if (token === undefined) return undefined;
  const { settingEl } = row.setName(token.name).setDesc(summary(token, tab));
  settingEl.addClass('lectern-card');
  settingEl.toggleClass('lectern-expired', isExpired(token, tab.options.time.now()));
  const value = tab.options.store.tokenValue(token);
  if (value !== undefined) {
    addAction(row, {
      text: 'Copy token',
      label: `Copy token of “${token.name}”`,
      run: button =>
        copyText(tab.options.app, { text: value, place: 'the client that should use it' }, button),
    });
  }
  const id = `lectern-card-${token.valueHash.slice(0, 16)}`;
  const body = settingEl.createDiv({ cls: 'lectern-card-body', attr: { id } });
  const edit = addAction(row, {
    text: 'Edit',
    key: `edit:${hash}`,
    run: () => show(!tab.openCards.has(hash)),
  });
  edit.setAttr('aria-controls', id);
  const retell = (): void => {
    row.setDesc(summary(current(hash, tab) ?? token, tab));
  };
  let close: (() => void) | undefined;
  const show = (isOpen: boolean): void => {
    keepTyped(body);
    close?.();
    body.empty();
    if (isOpen) tab.openCards.add(hash);
    else tab.openCards.delete(hash);
    close = isOpen ? drawOpen(body, current(hash, tab) ?? token, tab, retell) : undefined;
    const word = isOpen ? 'Close' : 'Edit';
    edit.setText(word);
    edit.setAttr('aria-label', `${word} “${token.name}”`);
    edit.setAttr('aria-expanded', isOpen);
    body.toggle(isOpen);
  };
  show(tab.openCards.has(hash));
  return () => close?.();
}

/** The token as the settings have it now. */
function current(hash: string, { options }: TabState): StoredToken | undefined {
  return options.store.settings.tokens.find(({ valueHash }) => valueHash === hash);
}

function drawOpen(body: HTMLElement, token: StoredToken, tab: TabState, changed: () => void): () => void {
  const { form, end } = drawTokenForm(body, token, tab, changed);
  addAction(form, {
    text: 'Rotate',
    label: `Rotate “${token.name}”`,
    run: () => confirm(tab, rotation(token), () => rotate(token, tab)),
  });
  addAction(form, {
    text: 'Revoke',
    label: `Revoke “${token.name}”`,
    kind: 'destructive',
    run: () => confirm(tab, revocation(token), () => revoke(token, tab)),
  });
  return end;
}

function summary(token: StoredToken, { options }: TabState): string {
  const { allow, allowWrite, deny, disabledTools, expires } = token;
  const rules = allow.length + allowWrite.length + deny.length;
  const facts = [rightsWords[token.rights]];
  if (rules > 0) facts.push('some folders only');
  if (disabledTools.length > 0) facts.push(`${disabledTools.length} tools off`);
  if (expires !== undefined) {
    const word = isExpired(token, options.time.now()) ? 'expired' : 'expires';
    facts.push(`${word} ${localDay(new Date(expires))}`);
  }
  return `${facts.join(', ')}. ${lastUse(token, options)}`;
}

function lastUse(token: StoredToken, { lastUse: useOf, time }: TabState['options']): string {
  const use = useOf(token);
  if (use === undefined) return 'Not used yet on this device.';
  const who = use.client === undefined ? '' : ` by ${visibleLine(use.client)}`;
  return `Last used ${ago(use.time, time.now().getTime())}${who}.`;
}

interface Question {
  readonly title: string;
  readonly text: string;
  readonly answer: string;
}

function rotation({ name }: StoredToken): Question {
  return {
    title: `Give “${name}” a new value?`,
    text: 'Clients that use this token stop working until they get the new value. Rights and folders stay as they are.',
    answer: 'Rotate',
  };
}

function revocation({ name }: StoredToken): Question {
  return {
    title: `Revoke “${name}”?`,
    text: 'Clients that use this token stop working at once. Other connections are not affected.',
    answer: 'Revoke',
  };
}

function confirm({ options }: TabState, { title, text, answer }: Question, act: () => Promise<void>): void {
  const modal = new ConfirmationModal(options.app);
  modal.setTitle(title).setContent(text);
  modal.addButton(button =>
    button
      .setButtonText(answer)
      .setDestructive()
      .setCta()
      .onClick(() => act()),
  );
  modal.addCancelButton();
  modal.open();
}

async function rotate(token: StoredToken, tab: TabState): Promise<void> {
  const { store, time } = tab.options;
  const hash = await store.rotateToken(current(token.valueHash, tab) ?? token, time.now());
  tab.openCards.delete(token.valueHash);
  tab.chosenToken = hash;
  tab.redraw('client');
}

async function revoke(token: StoredToken, tab: TabState): Promise<void> {
  tab.openCards.delete(token.valueHash);
  await tab.options.store.removeToken(token);
  tab.redraw('add');
}

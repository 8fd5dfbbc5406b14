import type { Setting } from 'obsidian';
import { confirm, copyText } from '../../../ui/controls/app-actions';
import { visibleLine } from '../../../utils/text/visible-text';
import { quoted, agoText, dayText } from '../../../ui/plain-words';
import { t } from '../../../ui/text/text';
import type { StoredToken } from '../../schema';
import { ConnectDialog } from '../connect/connect-dialog';
import { drawTokenForm } from './token-form';
import type { TabState } from '../parts';
import { isExpired } from '../../tokens/tokens';
import { addAction, confirmTypedText, rightsOptions } from '../rows';

/** One token, by its hash: a summary line, and a form below while the card is open. */
export function drawTokenCard(row: Setting, hash: string, tab: TabState): (() => void) | undefined {
  const { store } = tab.options;
  const token = store.token(hash);
  if (token === undefined) return undefined;
  const { settingEl } = row.setName(token.name).setDesc(summary(token, tab));
  settingEl.addClass('lectern-card');
  settingEl.toggleClass('lectern-expired', isExpired(token, tab.options.time.now()));
  // A client that signed in has no token that anybody could copy or put into its settings.
  if (token.paired !== true)
    addAction(row, {
      text: t('connect.showSetup'),
      label: t('connect.showSetupOf', { name: quoted(token.name) }),
      run: () => new ConnectDialog(tab, store.token(hash), () => ask(tab, token, 'rotate')).open(),
    });
  const id = `lectern-card-${token.valueHash.slice(0, 16)}`;
  const body = settingEl.createDiv({ cls: 'lectern-card-body', attr: { id } });
  const edit = addAction(row, {
    text: t('token.edit'),
    key: `edit:${hash}`,
    run: () => show(!tab.openCards.has(hash)),
  });
  edit.setAttr('aria-controls', id);
  const retell = (): void => void row.setDesc(summary(store.token(hash) ?? token, tab));
  let close: (() => void) | undefined;
  const show = (isOpen: boolean): void => {
    confirmTypedText(body);
    close?.();
    body.empty();
    if (isOpen) tab.openCards.add(hash);
    else tab.openCards.delete(hash);
    close = isOpen ? drawOpen(body, store.token(hash) ?? token, tab, retell) : undefined;
    edit.setText(t(isOpen ? 'connect.done' : 'token.edit'));
    const label = t(isOpen ? 'token.doneWith' : 'token.editOf', { name: quoted(token.name) });
    edit.setAttr('aria-label', label);
    edit.setAttr('aria-expanded', isOpen);
    body.toggle(isOpen);
  };
  show(tab.openCards.has(hash));
  return () => close?.();
}

function drawOpen(body: HTMLElement, token: StoredToken, tab: TabState, changed: () => void): () => void {
  const { form, end } = drawTokenForm(body, token, tab, changed);
  const value = tab.options.store.tokenValue(token);
  if (value !== undefined) {
    addAction(form, {
      text: t('token.copy'),
      label: t('token.copyOf', { name: quoted(token.name) }),
      run: button => {
        tab.options.store.keepPort();
        return copyText(tab.options.app, { text: value, place: t('common.addressPlace') }, button);
      },
    });
  }
  if (token.paired !== true)
    addAction(form, {
      text: t('token.rotate'),
      label: t('token.rotateOf', { name: quoted(token.name) }),
      run: () => ask(tab, token, 'rotate'),
    });
  addAction(form, {
    text: t('token.revoke'),
    label: t('token.revokeOf', { name: quoted(token.name) }),
    kind: 'destructive',
    run: () => ask(tab, token, 'revoke'),
  });
  return end;
}

function summary(token: StoredToken, { options }: TabState): string {
  const { allow, allowWrite, deny, disabledTools, expires } = token;
  const rules = allow.length + allowWrite.length + deny.length;
  const facts = [rightsOptions()[token.rights]];
  if (rules > 0) facts.push(t('token.someFolders'));
  if (disabledTools.length > 0) facts.push(t('token.toolsOff', { count: disabledTools.length }));
  if (expires !== undefined) {
    const key = isExpired(token, options.time.now()) ? 'token.expired' : 'token.expiring';
    facts.push(t(key, { day: dayText(new Date(expires)) }));
  }
  return `${facts.join(', ')}. ${lastUse(token, options)}`;
}

function lastUse(token: StoredToken, { lastUse: useOf, time }: TabState['options']): string {
  const use = useOf(token);
  if (use === undefined) return t('token.unused');
  const when = agoText(use.time, time.now().getTime());
  return use.client === undefined
    ? t('token.used', { when })
    : t('token.usedBy', { when, client: visibleLine(use.client) });
}

function ask(tab: TabState, token: StoredToken, what: 'rotate' | 'revoke'): void {
  const texts = {
    title: t(`token.${what}.title`, { name: quoted(token.name) }),
    text: t(`token.${what}.text`),
    button: t(`token.${what}`),
  };
  const run = what === 'rotate' ? rotate : revoke;
  confirm(tab.options.app, texts, () => run(token, tab), what === 'revoke');
}

async function rotate(token: StoredToken, tab: TabState): Promise<void> {
  const { store, time } = tab.options;
  const hash = await store.rotateToken(store.token(token.valueHash) ?? token, time.now());
  tab.openCards.delete(token.valueHash);
  tab.redraw(`edit:${hash}`);
  const renewed = store.token(hash);
  if (renewed !== undefined) new ConnectDialog(tab, renewed).open();
}

async function revoke(token: StoredToken, tab: TabState): Promise<void> {
  tab.openCards.delete(token.valueHash);
  await tab.options.store.removeToken(token);
  tab.redraw('add');
}

/** Rows of settings whose controls have a name for screen readers; the app's own rows lack it. */

import type { LiveState } from '../../ui/live-status';
import { t } from '../../ui/text/text';
import type { StoredToken } from '../schema';
import type { SettingsStore } from '../store/store';
import {
  ButtonComponent,
  type Setting,
  type SettingDefinitionRender,
  type TextAreaComponent,
  TextComponent,
  type ToggleComponent,
} from 'obsidian';

/** What each kind of rights is called, for a choice between them. */
export function rightsOptions(): Record<StoredToken['rights'], string> {
  return { read: t('token.rights.read'), write: t('token.rights.write'), full: t('token.rights.full') };
}

/** What each profile is called, for a choice between them. */
export function profileOptions(): Record<StoredToken['profile'], string> {
  return {
    core: t('token.profile.core'),
    standard: t('token.profile.standard'),
    all: t('token.profile.all'),
  };
}

export function rightsOf(value: string): StoredToken['rights'] {
  return value === 'full' || value === 'write' ? value : 'read';
}

export function serverText({ server, isPaused }: LiveState): string {
  return t(`status.state.${server.state === 'listening' && isPaused ? 'paused' : server.state}`);
}

/** Marks a field whose text is not saved yet: part of a rule must not apply while the user types. */
const mark = 'data-lectern-typed';

/** Confirms the text in the fields of an element that is about to be removed. */
export function confirmTypedText(element: HTMLElement): void {
  for (const field of element.querySelectorAll<HTMLElement>(`[${mark}]`)) field.trigger('change');
}

interface Row<T> {
  /** The control's name for screen readers. */
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => unknown;
  readonly isDisabled?: boolean;
}

/** The key by which a control is found again after the tab was drawn anew. */
export function focusKey(element: HTMLElement, key: string): void {
  element.setAttr('data-lectern-focus', key);
}

export function addToggle(setting: Setting, { label, value, onChange, isDisabled }: Row<boolean>): void {
  setting.addToggle(toggle => {
    toggle.setValue(value).setDisabled(isDisabled === true);
    showSwitch(toggle, label);
    toggle.onChange(on => {
      showSwitch(toggle, label);
      onChange(on);
    });
  });
}

export function switchRow(
  store: SettingsStore,
  setting: 'autoStart' | 'clientDocuments' | 'runTemplater' | 'searchAttachments',
  texts: { readonly name: string; readonly desc: string },
): SettingDefinitionRender {
  return {
    ...texts,
    render: row =>
      addToggle(row, {
        label: texts.name,
        value: store.settings[setting],
        onChange: isOn => store.update(settings => ({ ...settings, [setting]: isOn })),
      }),
  };
}

/** The app draws its own switch over a checkbox, which assistive technology sees. */
function showSwitch(toggle: ToggleComponent, label: string): void {
  const input = toggle.toggleEl.querySelector('input');
  if (input === null) return;
  input.setAttr('role', 'switch');
  input.setAttr('aria-label', label);
  input.checked = toggle.getValue();
  input.disabled = toggle.disabled;
}

interface Choice extends Row<string> {
  readonly options: Readonly<Record<string, string>>;
  readonly key?: string;
}

export function addChoice(setting: Setting, { label, value, onChange, options, key }: Choice): void {
  setting.addDropdown(dropdown => {
    dropdown
      .addOptions({ ...options })
      .setValue(value)
      .onChange(onChange);
    dropdown.selectEl.setAttr('aria-label', label);
    if (key !== undefined) focusKey(dropdown.selectEl, key);
  });
}

/** A text field that saves complete input: on Enter, or when the field loses focus. */
export function addText(setting: Setting, row: Row<string>): TextComponent {
  const text = new TextComponent(setting.controlEl);
  fill(text, row);
  return text;
}

interface NumberRow extends Row<number> {
  readonly min: number;
  readonly max: number;
}

/** A field for a whole number. Invalid or out-of-range input is reported below the row and not saved. */
export function addNumber(setting: Setting, { label, value, onChange, min, max }: NumberRow): void {
  const { inputEl } = addText(setting, {
    label,
    value: String(value),
    onChange: text => {
      const entered = Number(text);
      const isRight = text.trim() !== '' && Number.isInteger(entered) && entered >= min && entered <= max;
      setting.setErrorMessage(
        isRight ? null : t('advanced.wholeNumber', { min: String(min), max: String(max) }),
      );
      if (isRight) return onChange(entered);
    },
  });
  inputEl.type = 'number';
  inputEl.min = String(min);
  inputEl.max = String(max);
}

/** The row of a setting that is a whole number. @param row what it says, and within which limits */
export function numberRow(
  store: SettingsStore,
  setting: 'approvalSeconds' | 'callSeconds' | 'journalDays' | 'journalMegabytes',
  row: Pick<NumberRow, 'label' | 'min' | 'max'> & { readonly name: string; readonly desc: string },
): SettingDefinitionRender {
  const { name, desc, label, min, max } = row;
  const onChange = (value: number): Promise<unknown> =>
    store.update(settings => ({ ...settings, [setting]: value }));
  return {
    name,
    desc,
    render: drawn => addNumber(drawn, { label, min, max, value: store.settings[setting], onChange }),
  };
}

/** One item per line; complete when the field loses focus. */
export function addLines(setting: Setting, row: Row<readonly string[]>): void {
  setting.addTextArea(area => {
    fill(area, {
      ...row,
      value: row.value.join('\n'),
      onChange: text => row.onChange(linesOf(text)),
    });
    area.inputEl.rows = 3;
  });
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');
}

function fill(component: TextComponent | TextAreaComponent, { label, value, onChange }: Row<string>): void {
  const { inputEl } = component.setValue(value);
  inputEl.setAttr('aria-label', label);
  inputEl.addEventListener('input', () => inputEl.setAttr(mark, true));
  inputEl.addEventListener('change', () => {
    inputEl.removeAttribute(mark);
    onChange(inputEl.value);
  });
}

interface Action {
  readonly text: string;
  /** A name for screen readers if the text alone is unclear. */
  readonly label?: string;
  readonly run: (button: HTMLElement) => unknown;
  readonly kind?: 'cta' | 'destructive';
  readonly key?: string;
}

export function addAction(setting: Setting, { text, label, run, kind, key }: Action): HTMLElement {
  const button = new ButtonComponent(setting.controlEl).setButtonText(text);
  const { buttonEl } = button.onClick(() => run(button.buttonEl));
  if (kind === 'cta') button.setCta();
  if (kind === 'destructive') button.setDestructive();
  if (label !== undefined) buttonEl.setAttr('aria-label', label);
  if (key !== undefined) focusKey(buttonEl, key);
  return buttonEl;
}

/** A line below a row's description for text that changes while shown. */
export function addStatusLine(parent: HTMLElement): HTMLElement {
  return parent.createDiv({ cls: 'lectern-live', attr: { role: 'status' } });
}

/** The control of a declared setting, by its type. */
import type * as Api from 'obsidian';
import type { Setting } from './setting';

type Control = Api.SettingControl;

/** Adds the control to the row, shows `value`, and reports what the user enters. */
export function addControl(
  setting: Setting,
  control: Control,
  value: unknown,
  changed: (value: unknown) => void,
): void {
  switch (control.type) {
    case 'toggle':
      setting.addToggle(toggle => toggle.setValue(value === true).onChange(changed));
      return;
    case 'dropdown':
      setting.addDropdown(dropdown => {
        dropdown.addOptions(control.options).setValue(textOf(value)).onChange(changed);
      });
      return;
    case 'textarea':
      setting.addTextArea(area => {
        area
          .setPlaceholder(control.placeholder ?? '')
          .setValue(textOf(value))
          .onChange(changed);
        if (control.rows !== undefined) area.inputEl.rows = control.rows;
      });
      return;
    case 'slider':
      setting.addSlider(slider => {
        slider
          .setLimits(control.min, control.max, control.step)
          .setValue(numberOf(value, control.defaultValue));
        if (control.displayFormat !== undefined) slider.setDisplayFormat(control.displayFormat);
        slider.onChange(changed);
      });
      return;
    case 'color':
      setting.addColorPicker(color => color.setValue(textOf(value)).onChange(changed));
      return;
    case 'number':
      addNumber(setting, control, value, changed);
      return;
    case 'text':
    case 'file':
    case 'folder':
      // The app suggests files and folders of the vault; here their paths are typed.
      setting.addText(text => {
        text
          .setPlaceholder(control.placeholder ?? '')
          .setValue(textOf(value))
          .onChange(changed);
      });
  }
}

/** A value that is no number counts as the default (typings). */
function addNumber(
  setting: Setting,
  control: Api.SettingNumberControl,
  value: unknown,
  changed: (value: unknown) => void,
): void {
  setting.addText(text => {
    const { inputEl } = text;
    inputEl.type = 'number';
    if (control.min !== undefined) inputEl.min = String(control.min);
    if (control.max !== undefined) inputEl.max = String(control.max);
    if (control.step !== undefined) inputEl.step = String(control.step);
    text.setPlaceholder(control.placeholder ?? '').setValue(textOf(value));
    text.onChange(entered =>
      changed(numberOf(entered.trim() === '' ? undefined : Number(entered), control.defaultValue)),
    );
  });
}

function numberOf(value: unknown, fallback = 0): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

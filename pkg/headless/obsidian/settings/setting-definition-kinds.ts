/** Distinguishes the kinds of declared settings, and gives our classes their type in the typings. */
import type * as Api from 'obsidian';
import { ExtraButtonComponent } from '../components/button';
import { Setting, SettingGroup } from './setting';
import { isFunction, property } from '../core/unknowns';

export type Flag = boolean | (() => boolean) | undefined;
export type Group = Api.SettingDefinitionGroup | Api.SettingDefinitionList;
type Item = Api.SettingDefinitionItem;

export function isGroup(item: Item): item is Group {
  return 'type' in item && (item.type === 'group' || item.type === 'list');
}

export function isPage(item: Item): item is Api.SettingDefinitionPage {
  return 'type' in item && item.type === 'page';
}

export function isList(group: Group): group is Api.SettingDefinitionList {
  return group.type === 'list';
}

export function isSet(flag: Flag, fallback: boolean): boolean {
  return typeof flag === 'function' ? flag() : (flag ?? fallback);
}

/** @returns the problem of the value, or null */
export async function validate(control: Api.SettingControl, value: unknown): Promise<string | null> {
  const check = property(control, 'validate');
  const problem: unknown = isFunction(check) ? await check.call(control, value) : undefined;
  return typeof problem === 'string' && problem !== '' ? problem : null;
}

export function asSetting(value: unknown): Api.Setting {
  if (!isSetting(value)) throw new TypeError('Not a setting.');
  return value;
}

export function asGroup(value: unknown): Api.SettingGroup {
  if (!isSettingGroup(value)) throw new TypeError('Not a group of settings.');
  return value;
}

export function asExtraButton(value: unknown): Api.ExtraButtonComponent {
  if (!isExtraButton(value)) throw new TypeError('Not an extra button.');
  return value;
}

function isSetting(value: unknown): value is Api.Setting {
  return value instanceof Setting;
}

function isSettingGroup(value: unknown): value is Api.SettingGroup {
  return value instanceof SettingGroup;
}

function isExtraButton(value: unknown): value is Api.ExtraButtonComponent {
  return value instanceof ExtraButtonComponent;
}

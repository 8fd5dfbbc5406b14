/** The second argument of `createEl` and its like. */

type Attribute = string | number | boolean | null;

export interface ElementInfo {
  readonly cls?: string | string[];
  readonly text?: unknown;
  readonly attr?: Record<string, Attribute>;
  readonly title?: string;
  readonly value?: string;
  readonly type?: string;
  readonly prepend?: boolean;
  readonly placeholder?: string;
  readonly href?: string;
}

/** @param element of a document with the app's helpers, see `installDomHelpers` */
export function fill(element: Element, info: ElementInfo | string | undefined): void {
  if (info === undefined) return;
  if (typeof info === 'string') {
    element.addClasses(classNames(info));
    return;
  }
  if (info.cls !== undefined) element.addClasses(classNames(info.cls));
  if (info.text !== undefined) element.setText(shownText(info.text));
  for (const [name, value] of Object.entries(info.attr ?? {})) element.setAttr(name, value);
  for (const name of ['title', 'value', 'type', 'placeholder', 'href'] as const) {
    const value = info[name];
    if (value === undefined) continue;
    element.setAttr(name, value);
    Reflect.set(element, name, value);
  }
}

function shownText(text: unknown): string | DocumentFragment {
  return isText(text) ? text : String(text);
}

function isText(value: unknown): value is string | DocumentFragment {
  return typeof value === 'string' || (typeof value === 'object' && value !== null && 'nodeType' in value);
}

function classNames(names: string | string[]): string[] {
  const list = typeof names === 'string' ? names.split(' ') : names;
  return list.filter(name => name !== '');
}

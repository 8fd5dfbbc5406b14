/** A document for tests of the user interface. */
import { runInThisContext } from 'node:vm';
import type { JSDOM } from 'jsdom';
import { isFunction } from '../../pkg/headless/obsidian/core/unknowns';

interface JsdomModule {
  readonly JSDOM: new (html: string) => JSDOM;
}

/** jsdom requires ES modules, which Node can do and the test runner cannot: so Node loads it, outside the runner. */
const loader = `(file => process.getBuiltinModule('module').createRequire(file)('jsdom'))`;

export function openPage(): JSDOM {
  const page = openWindow();
  Reflect.set(globalThis, 'document', page.window.document);
  return page;
}

/** A window with a document that is not the main one. */
export function openWindow(): JSDOM {
  const load: unknown = runInThisContext(loader);
  const loaded: unknown = isFunction(load) ? load(__filename) : undefined;
  if (!isJsdom(loaded)) throw new Error('jsdom is not what it was.');
  return new loaded.JSDOM('<!doctype html><body></body>');
}

/** A document for all tests of a file. */
export function withPage(): void {
  let page: JSDOM | undefined;
  beforeAll(() => {
    page = openPage();
  });
  afterAll(() => {
    if (page !== undefined) closePage(page);
  });
}

export function closePage(page: JSDOM): void {
  Reflect.deleteProperty(globalThis, 'document');
  page.window.close();
}

function isJsdom(value: unknown): value is JsdomModule {
  return typeof value === 'object' && value !== null && 'JSDOM' in value;
}

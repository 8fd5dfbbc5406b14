/** Templater's templates, run by the plugin itself. They are programs: see docs/security.md. */
import { type App, TFile } from 'obsidian';
import { ToolFailure } from '../../errors';
import { after } from '../../platform';
import { callMethod, communityPlugin, property } from '../other-plugins';

const id = 'templater-obsidian';
/** Milliseconds: long enough for a template that asks another service; a call has 30 s in all. */
const timeLimit = 10_000;
/** `RunMode.CreateNewFromTemplate` of Templater. */
const createNewFromTemplate = 0;

/** The object that Templater offers to other plugins; undefined where the plugin is not switched on. */
export function templaterOf(app: App): unknown {
  return property(communityPlugin(app, id), 'templater');
}

/** Whether Templater would run something of this text. */
export function hasTemplaterCommands(text: string): boolean {
  return text.includes('<%');
}

/**
 * What Templater makes of a template for a note that is not there yet. The note is only described to it: what the
 * template's code does beside is out of our hands.
 * @param limit milliseconds
 * @throws ToolFailure `plugin_missing` for an unknown version, `budget_exceeded`, `invalid_argument` where it fails
 */
export async function runTemplater(
  app: App,
  template: TFile,
  path: string,
  limit = timeLimit,
): Promise<string> {
  const templater = templaterOf(app);
  const known = ['create_running_config', 'read_and_parse_template'];
  if (!known.every(name => typeof property(templater, name) === 'function'))
    throw new ToolFailure('plugin_missing', 'This version of Templater offers nothing that Lectern knows.');
  const run = async (): Promise<unknown> => {
    const values = [template, noteToBe(app, path), createNewFromTemplate];
    const config = callMethod(templater, 'create_running_config', values);
    const result: unknown = await callMethod(templater, 'read_and_parse_template', [config]);
    return result;
  };
  const text = await withinTime(
    run().catch(() => undefined),
    limit,
  );
  if (typeof text === 'string') return text;
  throw new ToolFailure('invalid_argument', 'Templater could not run the template.', {
    hint: 'Ask the user to run the template in the app, which shows what is wrong with it.',
  });
}

/** A file of the app's class, for templates that ask for the title or the folder of their note. */
function noteToBe(app: App, path: string): object {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const now = Date.now();
  const facts = {
    vault: app.vault,
    path,
    name,
    basename: name.replace(/\.md$/u, () => ''),
    extension: 'md',
    parent: folder === '' ? app.vault.getRoot() : app.vault.getFolderByPath(folder),
    stat: { ctime: now, mtime: now, size: 0 },
    deleted: false,
  };
  const file: object = Reflect.construct(Object, [], TFile);
  return Object.assign(file, facts);
}

function withinTime<T>(work: Promise<T>, limit: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = after(limit, () =>
      reject(new ToolFailure('budget_exceeded', 'Templater did not finish the template in time.')),
    );
    void work.then(value => {
      timer.cancel();
      resolve(value);
    });
  });
}

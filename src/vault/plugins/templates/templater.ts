/** Runs Templater's templates with the plugin itself. They are programs: see docs/security.md. */
import type { App, TFile } from 'obsidian';
import { ToolFailure } from '../../../errors';
import { after, inTime } from '../../../platform';
import { callMethod, communityPlugin, property } from '../plugin-api';

const id = 'templater-obsidian';
/** Milliseconds: long enough for a template that calls a web service; a call has 30 s in all. */
const timeLimit = 10_000;
/** `RunMode.CreateNewFromTemplate` of Templater. */
const createNewFromTemplate = 0;

/** After this many milliseconds, Templater has certainly checked a new note. */
const triggerDelay = 1000;

/** The object that Templater offers to other plugins; undefined if the plugin is disabled. */
export function templaterOf(app: App): unknown {
  return property(communityPlugin(app, id), 'templater');
}

export function templaterFolder(app: App): unknown {
  return property(property(communityPlugin(app, id), 'settings'), 'templates_folder');
}

export function hasTemplaterCommands(text: string): boolean {
  return text.includes('<%');
}

/** A note that is created before its text is known. */
export interface Draft {
  readonly path: string;
  make(): Promise<TFile>;
  /** @param run called when the note has its text or is gone */
  whenEnded(run: () => void): void;
}

/**
 * Runs a template for a new note and returns its text. Templater reads the target file and may move it, so
 * the note is created first. Other effects of the template's code cannot be controlled here.
 * @param limit milliseconds
 * @throws ToolFailure `plugin_missing` for an unknown version, `budget_exceeded`, `invalid_argument` if it
 * fails, and like the draft's creation
 */
export async function runTemplater(
  app: App,
  template: TFile,
  draft: Draft,
  limit = timeLimit,
): Promise<string> {
  const templater = templaterOf(app);
  const known = ['create_running_config', 'read_and_parse_template'];
  if (!known.every(name => typeof property(templater, name) === 'function'))
    throw new ToolFailure('plugin_missing', 'This version of Templater is not supported.', { hint: '' });
  const mark = new OwnWork(app, templater, draft.path);
  draft.whenEnded(() => after(triggerDelay, () => mark.end()));
  const target = await draft.make();
  mark.follow(target);
  const run = async (): Promise<unknown> => {
    const values = [template, target, createNewFromTemplate];
    const config = callMethod(templater, 'create_running_config', values);
    const result: unknown = await callMethod(templater, 'read_and_parse_template', [config]);
    return result;
  };
  const late = (): never => {
    throw new ToolFailure('budget_exceeded', 'Templater did not finish the template in time.');
  };
  const text = await inTime(
    run().catch(() => undefined),
    limit,
    late,
  );
  if (typeof text === 'string') return text;
  throw new ToolFailure('invalid_argument', 'Templater could not run the template.', {
    hint: 'Ask the user to run the template in the app, which shows what is wrong with it.',
  });
}

/**
 * Marks a new note as made from a template, as Templater does itself. If Templater runs on new files, it
 * checks each 300 ms after its creation (2.25.0) and skips marked ones. When the last mark is removed, it
 * also runs the functions that templates gave to `tp.hooks`.
 */
class OwnWork {
  private readonly paths = new Set<string>();
  private stopFollowing: () => void = () => undefined;

  constructor(
    private readonly app: App,
    private readonly templater: unknown,
    path: string,
  ) {
    this.add(path);
  }

  /** If the template moves the note, the new path is marked too. */
  follow(target: TFile): void {
    const { vault } = this.app;
    const reference = vault.on('rename', file => {
      if (file === target) this.add(target.path);
    });
    this.stopFollowing = () => vault.offref(reference);
  }

  end(): void {
    this.stopFollowing();
    for (const path of this.paths) {
      const ending = callMethod(this.templater, 'end_templater_task', [path]);
      if (ending instanceof Promise) ending.catch(() => undefined);
      this.marked?.delete(path);
    }
  }

  private add(path: string): void {
    this.paths.add(path);
    this.marked?.add(path);
  }

  private get marked(): Set<unknown> | undefined {
    const marked = property(this.templater, 'files_with_pending_templates');
    return marked instanceof Set ? marked : undefined;
  }
}

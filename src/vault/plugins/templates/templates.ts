import type { TFile } from 'obsidian';
import * as z from 'zod';
import { ToolFailure } from '../../../errors';
import { suffices } from '../../../utils/rights';
import { noteName, quoted } from '../../../utils/text/pieces';
import { corePluginOptions, property } from '../plugin-api';
import { momentOf, type PeriodicNote } from '../periodic-notes';
import { atTimeOf, filledParts, type TemplateContext } from './template-variables';
import { type Draft, hasTemplaterCommands, runTemplater, templaterFolder, templaterOf } from './templater';
import type { CallerContext } from '../../caller-context';
import { forEachInTurn } from '../../../utils/slicing/time-slicer';

const format = (standard: string): z.ZodType<string> =>
  z
    .string()
    .transform(text => (text.trim() === '' ? standard : text))
    .catch(standard);
const formats = z.object({ dateFormat: format('YYYY-MM-DD'), timeFormat: format('HH:mm') });

const maxCandidates = 20;

/** The folders that the user has set for templates, in the app and in Templater. */
function templateFolders(app: CallerContext['app']): string[] {
  const folders = [property(corePluginOptions(app, 'templates'), 'folder'), templaterFolder(app)];
  return folders.filter(folder => typeof folder === 'string');
}

/** Tests whether a path is in a template folder, ignoring template folders that contain `root`, the requested folder. */
export function templateTest(app: CallerContext['app'], root: string): (path: string) => boolean {
  const folders = templateFolders(app)
    .filter(folder => folder !== '' && folder !== '/')
    .map(folder => `${folder}/`)
    .filter(folder => !`${root}/`.startsWith(folder));
  return path => folders.some(folder => path.startsWith(folder));
}

export class Templates {
  constructor(private readonly context: CallerContext) {}

  /**
   * The text that a template gives a new note.
   * @param draft created if the template runs code
   * @param isPreview nothing may change, so no code runs
   * @throws ToolFailure like reading a note; `permission_denied` if the template would run code and may not
   */
  async given(reference: string, draft: Draft, isPreview: boolean): Promise<string> {
    const { app, clock, notes } = this.context;
    const file = this.templateNamed(reference);
    const { text } = await notes.readFile(file);
    if (hasTemplaterCommands(text) && templaterOf(app) !== undefined) {
      this.allowCode(isPreview);
      return runTemplater(app, file, draft);
    }
    const now = momentOf(clock.now());
    return this.filled(text, { title: noteName(draft.path), at: now, now, ...this.coreFormats() });
  }

  /**
   * The text that a new periodic note begins with; '' if the user has set no template. Templater's commands
   * stay unchanged, as when Periodic Notes makes the note: Templater runs them if it is set to.
   * @throws ToolFailure `not_found` if the caller cannot see the template
   */
  async ofPeriod({ period, start, settings }: PeriodicNote, path: string): Promise<string> {
    if (settings.template === '') return '';
    const { text } = await this.context.notes.readFile(this.periodTemplate(settings.template, period));
    const now = this.context.clock.now();
    const isPeriodic = settings.dialect === 'periodic';
    const ownFormats = { dateFormat: settings.format, timeFormat: 'HH:mm' };
    return this.filled(text, {
      title: noteName(path),
      at: atTimeOf(start, now),
      now: momentOf(now),
      ...(isPeriodic ? { ...ownFormats, period } : this.coreFormats()),
    });
  }

  private async filled(text: string, context: TemplateContext): Promise<string> {
    const { slicer } = this.context;
    const parts: string[] = [];
    await forEachInTurn(filledParts(text, context), { slicer }, part => parts.push(part));
    return parts.join('');
  }

  /** A note; its name is first looked up in the user's template folder. */
  private templateNamed(reference: string): TFile {
    const { app, files } = this.context;
    const places = templateFolders(app).flatMap(folder => [
      `${folder}/${reference}.md`,
      `${folder}/${reference}`,
    ]);
    for (const place of places) {
      const found = files.noteAtExactly(place);
      if (found !== undefined) return found;
    }
    try {
      return files.note(reference);
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      const { code, message, details, hint } = error;
      const isTemplate = templateTest(app, '');
      const isKnown = (note: TFile): boolean => isTemplate(note.path) && files.canSee(note);
      const known = app.vault.getMarkdownFiles().filter(isKnown).slice(0, maxCandidates);
      throw code === 'not_found'
        ? new ToolFailure(code, `There is no template ${quoted(reference, 200)}.`, {
            ...(known.length === 0 ? details : { candidates: known.map(({ path }) => path).sort() }),
            hint: 'Give the path of a note, or the name of one in the folder of templates.',
          })
        : new ToolFailure(code, `\`template\`: ${message}`, { ...details, hint });
    }
  }

  private periodTemplate(linkpath: string, period: string): TFile {
    const file = this.context.files.linkTarget(
      linkpath.replace(/^\/+/u, () => ''),
      '',
    );
    if (file !== undefined) return file;
    throw new ToolFailure('not_found', `The template of ${period} notes does not exist.`, {
      hint: 'Create the note by its path instead, or ask the owner of the vault to let the token read the template.',
    });
  }

  private allowCode(isPreview: boolean): void {
    const { files, mayRunTemplater } = this.context;
    if (!mayRunTemplater || !suffices(files.access.grant.rights, 'full'))
      throw new ToolFailure('permission_denied', 'The template has Templater commands, which run code.', {
        hint: 'The owner of the vault can allow it in the settings of Lectern, for tokens with full rights.',
      });
    if (isPreview)
      throw new ToolFailure('invalid_argument', 'A template that runs code cannot be previewed.', {
        hint: 'Call without `dryRun`.',
      });
  }

  private coreFormats(): z.output<typeof formats> {
    return formats.catch(formats.parse({})).parse(corePluginOptions(this.context.app, 'templates'));
  }
}

/** A dry run of what the specs for the real app ask: every check against the headless host. */
import { settingsSchema } from '../../src/settings/schema';
import { storedToken } from '../../src/settings/tokens/tokens';
import { shutsOutWhileCut } from './checks/damage';
import { answersBasesAsTheApp, baseWithQuestions } from './checks/bases';
import { isClosed, isServed } from './checks/endings';
import { deletesAndRestores, keepsMarkAndLineEnds, renamesByCaseAlone } from './checks/file-forms';
import { answersForABrokenImage } from './checks/images';
import { findsWhatWasJustWritten, keysThatAreNoNotes } from './checks/metadata';
import { linkedNotes, linksFollow, linksStay } from './checks/moving';
import { offersTheSameToolsInBothEras } from './checks/offer';
import { answersWithin } from './checks/speed';
import { keepsWhatIsTyped, readsWhatIsTyped } from './checks/typing';
import { HeadlessApp } from './support/headless-app';
import { withFolders, withRights } from './support/settings-text';
import { manifest } from '../support/lectern';

let app: HeadlessApp;
beforeEach(async () => {
  app = await HeadlessApp.start();
});
afterEach(() => app.close());

describe('the checks for the real app, in the headless host:', () => {
  test.each([
    keepsWhatIsTyped,
    readsWhatIsTyped,
    keepsMarkAndLineEnds,
    renamesByCaseAlone,
    deletesAndRestores,
    answersForABrokenImage,
    findsWhatWasJustWritten,
  ])('%p passes', check => check(app));

  test('links follow a move', async () => {
    await linkedNotes(app, 'Always');
    await linksFollow(app, 'Always');
  });

  test('links that should not follow, and do, are noticed', async () => {
    await linkedNotes(app, 'Never');
    await expect(linksStay(app, 'Never')).rejects.toThrow('Moved of Never');
  });

  test('both eras are offered the same tools', () => offersTheSameToolsInBothEras(app.lectern));

  test('views of bases are compared with what the app prints', async () => {
    await baseWithQuestions(app);
    const printed: Readonly<Record<string, readonly Record<string, string>[]>> = {
      Sorted: [
        { name: 'A2', path: 'Bases/A2.md' },
        { name: 'a10', path: 'Bases/a10.md' },
        { name: 'B1', path: 'Bases/B1.md' },
      ],
      'Empty first or last': [
        { name: 'a10', rank: '10', path: 'Bases/a10.md' },
        { name: 'A2', rank: '2', path: 'Bases/A2.md' },
        { name: 'B1', rank: '', path: 'Bases/B1.md' },
      ],
      Arithmetic: [
        { double: '4', label: 'book 2', both: 'true', path: 'Bases/A2.md' },
        { double: '20', label: 'film 10', both: 'true', path: 'Bases/a10.md' },
        { double: '', label: 'book ', both: 'true', path: 'Bases/B1.md' },
      ],
      Limited: [{ name: 'A2', path: 'Bases/A2.md' }],
      Types: [
        { isDate: 'true', days: '1.5', path: 'Bases/A2.md' },
        { isDate: 'false', days: '1.5', path: 'Bases/a10.md' },
        { isDate: 'false', days: '1.5', path: 'Bases/B1.md' },
      ],
    };
    await answersBasesAsTheApp(app, (_path, view) => Promise.resolve(printed[view] ?? []));
    await expect(answersBasesAsTheApp(app, () => Promise.resolve([]))).rejects.toThrow();
  });

  test('only notes are keys of the links', async () => {
    expect(await keysThatAreNoNotes(app)).toEqual([]);
  });

  test('calls are timed', async () => {
    const { median, worst } = await answersWithin(app, 5, 10_000);
    expect(median).toBeLessThanOrEqual(worst);
    await expect(answersWithin(app, 1, 0)).rejects.toThrow('the slowest of 1 calls');
  });

  test('a server that listens and one that was stopped are told apart', async () => {
    await isServed(app.lectern);
    await app.lectern.control().stop();
    await isClosed(app.lectern);
    await expect(isServed(app.lectern)).rejects.toThrow();
  });

  test('settings that are cut shut everybody out, until the good ones are back', async () => {
    const path = `.obsidian/plugins/${manifest.id}/data.json`;
    app.put(path, text);
    await shutsOutWhileCut(app, app.lectern, { path, text });
    await app.lectern.control().stop();
    await expect(shutsOutWhileCut(app, app.lectern, { path, text })).rejects.toThrow();
  });
});

/** As the app writes it. */
const settings = settingsSchema.parse({ port: 0, tokens: [storedToken('default', 'write', 'lct_value')] });
const text = JSON.stringify(settings, undefined, 2);

describe('the settings that the specs write', () => {
  const [token] = settings.tokens;

  test.each([
    ['other rights', withRights(text, 'read'), { rights: 'read' }],
    ['other folders', withFolders(text, ['Projects']), { allow: ['Projects'] }],
  ])('have %s and are else as they were', (_what, written, rules) => {
    expect(settingsSchema.parse(JSON.parse(written))).toEqual({
      ...settings,
      tokens: [{ ...token, ...rules }],
    });
  });

  test('are refused where nothing would change', () => {
    expect(() => withRights(text, 'write')).toThrow('No token has other rules.');
  });
});

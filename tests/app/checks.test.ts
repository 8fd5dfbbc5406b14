/** A dry run of what the specs for the real app ask: every check against the headless host. */
import { MarkdownView, TextFileView } from 'obsidian';
import { settingsSchema } from '../../src/settings/schema';
import { storedToken } from '../../src/settings/tokens/tokens';
import { shutsOutWhileCut } from './checks/damage';
import { answersBasesAsTheApp, baseWithQuestions } from './checks/bases';
import { keepsAnOpenCanvas } from './checks/canvas';
import { goBack, listsCommands, refusesOtherCommands, runsACommand } from './checks/commands';
import { tellsState } from './checks/command-line';
import { dataCases, putData } from './checks/data';
import { isClosed, isServed } from './checks/endings';
import { deletesAndRestores, keepsMarkAndLineEnds, renamesByCaseAlone } from './checks/file-forms';
import { answersForABrokenImage } from './checks/images';
import { areInOrder, findsWhatWasJustWritten, keysThatAreNoNotes, type ToldEvent } from './checks/metadata';
import { isInOnePlace, linkedNotes, linksFollow, linksStay } from './checks/moving';
import { offersTheSameToolsInBothEras } from './checks/offer';
import { findsManyNotes, putManyNotes } from './checks/size';
import { answersWhileAway, answersWithin } from './checks/speed';
import { keepsWhatIsTyped, readsWhatIsTyped } from './checks/typing';
import {
  createsAndOpens,
  deletesTheActiveNote,
  opensAtALine,
  opensNotes,
  tellsTheSelection,
  writesTheActiveNote,
} from './checks/workspace';
import { HeadlessApp } from './support/headless-app';
import { withFolders, withRights } from './support/settings-text';
import { manifest } from '../support/lectern';

const dataPath = `.obsidian/plugins/${manifest.id}/data.json`;

describe('the checks for the real app, in the headless host:', () => {
  let app: HeadlessApp;
  beforeEach(async () => {
    app = await HeadlessApp.start();
  });
  afterEach(() => app.close());

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
    await isInOnePlace(app, 'Always');
    app.put('Always/Target of Always.md', '# Head\n');
    await expect(isInOnePlace(app, 'Always')).rejects.toThrow();
  });

  test('an open canvas loses nothing that was drawn', async () => {
    const { vault, workspace } = app.lectern.host.app;
    await keepsAnOpenCanvas(app, async (path, content) => {
      const file = vault.getFileByPath(path);
      const leaf = workspace.getLeaf('tab');
      if (file !== null) await leaf.openFile(file);
      if (!(leaf.view instanceof TextFileView)) throw new Error('A canvas is no text file here.');
      leaf.view.setViewData(content, false);
      leaf.view.requestSave();
    });
  });

  test.each(dataCases)('loadData returns $answer for $what', async data => {
    putData(app, dataPath, data);
    const plugin = app.lectern.host.internals.plugins.getPlugin(manifest.id);
    expect(String(await plugin?.loadData())).toBe(data.answer);
  });

  test('every note of many is found', async () => {
    putManyNotes(app, 120);
    await app.lectern.host.settled();
    await findsManyNotes(app, 120);
    await expect(findsManyNotes(app, 121)).rejects.toThrow();
  });

  test('events of a write come in order, and others are noticed', async () => {
    const { metadataCache, vault } = app.lectern.host.app;
    await app.write('Events.md', 'one\n');
    await app.lectern.host.metadataSettled();
    const told: ToldEvent[] = [];
    const started = performance.now();
    const after = (): number => performance.now() - started;
    metadataCache.on('changed', ({ path }) => told.push({ name: 'changed', path, after: after() }));
    metadataCache.on('resolve', ({ path }) => told.push({ name: 'resolve', path, after: after() }));
    metadataCache.on('resolved', () => told.push({ name: 'resolved', after: after() }));
    const file = vault.getFileByPath('Events.md');
    if (file !== null) await vault.process(file, text => `${text}[[Welcome]]\n`);
    await app.lectern.host.metadataSettled();
    areInOrder(told, 'Events.md');
    expect(() =>
      areInOrder(
        told.filter(({ name }) => name !== 'changed'),
        'Events.md',
      ),
    ).toThrow();
    expect(() => areInOrder([...told].reverse(), 'Events.md')).toThrow();
  });

  test('the command for the state prints the state and no token', async () => {
    const { lectern } = app;
    const command = lectern.host.internals.cliHandlers.get(`${manifest.id}:status`);
    const printed = String(await command?.handler({}));
    tellsState(printed, lectern);
    expect(() => tellsState(`${printed} ${lectern.token}`, lectern)).toThrow('the token is printed');
  });

  test('links that should not follow, and do, are noticed', async () => {
    await linkedNotes(app, 'Never');
    await expect(linksStay(app, 'Never')).rejects.toThrow('Moved of Never');
  });

  test('clients of both protocol revisions get the same tools', () =>
    offersTheSameToolsInBothEras(app.lectern));

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
    const looks: number[] = [];
    await answersWhileAway(app, { time: 0, pause: 0, look: latency => looks.push(latency.worst) });
    expect(looks).toHaveLength(1);
    await expect(answersWithin(app, 1, 0)).rejects.toThrow('the slowest of 1 calls');
  });

  test('a server that listens is distinguished from one that was stopped', async () => {
    await isServed(app.lectern);
    await app.lectern.control().stop();
    await isClosed(app.lectern);
    await expect(isServed(app.lectern)).rejects.toThrow();
  });

  test('truncated settings stop all access until complete settings are back', async () => {
    const path = dataPath;
    app.put(path, text);
    await shutsOutWhileCut(app, app.lectern, { path, text });
    await app.lectern.control().stop();
    await expect(shutsOutWhileCut(app, app.lectern, { path, text })).rejects.toThrow();
  });
});

describe('the checks of what only a window has, in the headless host:', () => {
  let open: HeadlessApp;
  beforeEach(async () => {
    open = await HeadlessApp.startWithWindow([goBack]);
  });
  afterEach(() => open.close());

  test.each([opensNotes, createsAndOpens, opensAtALine, writesTheActiveNote, deletesTheActiveNote])(
    '%p passes',
    check => check(open),
  );

  test('the selection is told, and another one is noticed', async () => {
    const select = (ch: number) => (): Promise<void> => {
      const view = open.lectern.host.app.workspace.getActiveViewOfType(MarkdownView);
      view?.editor.setSelection({ line: 0, ch }, { line: 1, ch: 3 });
      return Promise.resolve();
    };
    await tellsTheSelection(open, select(1));
    await expect(tellsTheSelection(open, select(0))).rejects.toThrow();
  });

  test('a command is listed and run, and no other one', async () => {
    await expect(listsCommands(open)).rejects.toThrow();
    // The host has none of the app's own commands.
    const { app: host, internals } = open.lectern.host;
    const callback = (): void => {
      const file = host.vault.getFileByPath('Commands/First.md');
      if (file !== null) void host.workspace.getLeaf().openFile(file);
    };
    internals.commands.addCommand({ id: goBack, name: 'Navigate back', callback });
    await listsCommands(open);
    await runsACommand(open);
    await refusesOtherCommands(open);
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
  ])('have %s, and everything else is unchanged', (_what, written, rules) => {
    expect(settingsSchema.parse(JSON.parse(written))).toEqual({
      ...settings,
      tokens: [{ ...token, ...rules }],
    });
  });

  test('are refused if they would change nothing', () => {
    expect(() => withRights(text, 'write')).toThrow('No token has other rules.');
  });
});

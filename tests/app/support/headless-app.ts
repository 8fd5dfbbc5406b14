import { MarkdownView } from 'obsidian';
import { asInApp } from '../../browser/support/app-lectern';
import type { TestClient } from '../../support/clients';
import { RunningLectern } from '../../support/lectern';
import { type AppUnderTest, until } from './app-under-test';
import { Disk } from './disk';

const files = {
  'Welcome.md': '# Welcome\n',
  '.obsidian/app.json': JSON.stringify({ alwaysUpdateLinks: true }),
};

/** The plugin in the headless host, for the dry run of the checks. */
export class HeadlessApp extends Disk implements AppUnderTest {
  private constructor(
    readonly lectern: RunningLectern,
    readonly client: TestClient,
  ) {
    super(lectern.folder.path);
  }

  static async start(): Promise<HeadlessApp> {
    return HeadlessApp.over(await RunningLectern.start({ files }));
  }

  /** With the tools that need the app's window, and commands. */
  static async startWithWindow(commandAllowList: readonly string[]): Promise<HeadlessApp> {
    const settings = { enabledTools: ['execute_command'], commandAllowList };
    return HeadlessApp.over(await RunningLectern.start(asInApp(files, settings)));
  }

  /** Other programs are noticed from now on, and not half a second after the start. */
  private static async over(lectern: RunningLectern): Promise<HeadlessApp> {
    await lectern.host.settled();
    return new HeadlessApp(lectern, await lectern.connect());
  }

  async write(path: string, content: string | Uint8Array): Promise<void> {
    this.put(path, content);
    const size = Buffer.from(content).length;
    const { vault } = this.lectern.host.app;
    await until(`the host sees ${path}`, () =>
      Promise.resolve(vault.getFileByPath(path)?.stat.size === size),
    );
  }

  async type(path: string, text: string): Promise<void> {
    const { vault, workspace } = this.lectern.host.app;
    const file = vault.getFileByPath(path);
    if (file === null) throw new Error(`No file ${path}`);
    await workspace.getLeaf().openFile(file);
    const { editor } = this.view();
    editor.replaceRange(text, { line: editor.lastLine(), ch: editor.getLine(editor.lastLine()).length });
  }

  shown(): Promise<string> {
    return Promise.resolve(this.view().getViewData());
  }

  notices(): Promise<string[]> {
    return Promise.resolve([...this.lectern.host.notices]);
  }

  resolvedKeys(): Promise<string[]> {
    return Promise.resolve(Object.keys(this.lectern.host.app.metadataCache.resolvedLinks));
  }

  close(): Promise<void> {
    return this.lectern.close();
  }

  private view(): MarkdownView {
    const view = this.lectern.host.app.workspace.getActiveViewOfType(MarkdownView);
    if (view === null) throw new Error('No note is open.');
    return view;
  }
}

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DeviceContext } from '../../../pkg/headless/command/command-context';

/** A computer with an empty home folder and a vault, for the commands that look at both. */
export class Device {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-device-')));
  readonly homeFolder = join(this.folder, 'home');
  readonly vault = join(this.folder, 'My Vault');
  private said = '';
  private readonly questions: string[] = [];
  /** What the user answers; undefined where nobody can be asked. */
  agrees: boolean | undefined;
  /** The lines that the user types to questions that are not about yes or no. */
  readonly answers: string[] = [];

  constructor() {
    mkdirSync(this.homeFolder);
    this.write('My Vault/.obsidian/app.json', '{}');
    this.write('package/manifest.json', '{"id":"lectern-mcp","name":"Lectern MCP","version":"1.2.3"}');
    this.write('package/main.js', 'the plugin');
    this.write('package/styles.css', 'its styles');
  }

  /** What the command printed since the last look. */
  get output(): string {
    const text = this.said;
    this.said = '';
    return text;
  }

  get asked(): readonly string[] {
    return this.questions;
  }

  write(path: string, text: string): string {
    const full = join(this.folder, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
    return full;
  }

  context(words: readonly string[], changes: Partial<DeviceContext> = {}): DeviceContext {
    return {
      words,
      environment: { XDG_STATE_HOME: join(this.folder, 'state') },
      mainFile: join(this.folder, 'package', 'main.js'),
      homeFolder: this.homeFolder,
      platform: 'linux',
      nodeProgram: '/usr/bin/node',
      program: 'lectern',
      terminal: {
        isInteractive: this.agrees !== undefined,
        say: text => (this.said += `${text}\n`),
        complain: text => (this.said += `${text}\n`),
        ask: question => {
          this.questions.push(question);
          return Promise.resolve(this.answers.shift() ?? '');
        },
        confirm: question => {
          this.questions.push(question);
          return Promise.resolve(this.agrees === true);
        },
      },
      ...changes,
    };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

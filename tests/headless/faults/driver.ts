/** Runs in a process of its own, where the system is short of something. What it did is one line of JSON. */
import { openVault } from '../../../pkg/headless/host';

interface Step {
  readonly call: 'append' | 'copy' | 'create' | 'modify' | 'process' | 'rename';
  readonly path: string;
  readonly to?: string;
  /** How many characters to write. */
  readonly size?: number;
}

function isStep(value: unknown): value is Step {
  return typeof value === 'object' && value !== null && 'call' in value && 'path' in value;
}

async function run(folder: string, stateFolder: string, steps: readonly Step[]): Promise<void> {
  const { app } = await openVault(folder, { stateFolder, watch: false, quiet: true });
  const { vault, fileManager } = app;
  const take = async ({ call, path, to = '', size = 0 }: Step): Promise<void> => {
    const text = 'x'.repeat(size);
    const file = vault.getFileByPath(path);
    if (call === 'create') await vault.create(path, text);
    else if (file === null) throw new Error(`no ${path}`);
    else if (call === 'append') await vault.append(file, text);
    else if (call === 'copy') await vault.copy(file, to);
    else if (call === 'modify') await vault.modify(file, text);
    else if (call === 'process') await vault.process(file, () => text);
    else await fileManager.renameFile(file, to);
  };
  const answers: string[] = [];
  for (const step of steps) {
    answers.push(
      await take(step).then(
        () => 'done',
        (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
      ),
    );
  }
  process.stdout.write(JSON.stringify(answers));
}

/** Writes one text and the other in turn until it is killed. */
async function writeForever(folder: string, stateFolder: string, size: number): Promise<void> {
  const { app } = await openVault(folder, { stateFolder, watch: false, quiet: true });
  const file = app.vault.getFileByPath('a.md');
  if (file === null) throw new Error('no file');
  process.stdout.write('ready\n');
  for (let round = 0; ; round++) {
    await app.vault.process(file, () => (round % 2 === 0 ? 'b' : 'a').repeat(size));
    await app.vault.append(file, '');
  }
}

const [what = '', folder = '', stateFolder = '', words = '[]'] = process.argv.slice(2);
if (what === 'steps') {
  const steps: unknown = JSON.parse(words);
  await run(folder, stateFolder, Array.isArray(steps) ? steps.filter(isStep) : []);
} else await writeForever(folder, stateFolder, Number(words));

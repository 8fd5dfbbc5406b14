import type { TestClient } from '../clients';
import { doNotFakeBut } from '../time/fake-time';
import { RunningLectern, type Start } from '../lectern';

export const home = [
  '# Home',
  '- [ ] Call Ana #family 📅 2026-11-24 ⏫',
  '  - [ ] Find her number',
  '- [x] Pay the rent 📅 2026-11-01 ✅ 2026-11-02',
  '- [-] Buy a piano ❌ 2026-11-03',
  '',
  '## Garden',
  '- [/] Rake leaves [due:: 2026-11-20] ^rake',
  '> - [ ] Water plants 🔁 every week 🛫 2026-11-18 📅 2026-11-20',
  '',
  '```',
  '- [ ] In code 📅 2026-11-24',
  '```',
  '',
  '%%',
  '- [ ] In a comment',
  '%%',
  '',
  '<!--',
  '- [ ] In an HTML comment',
  '-->',
  '',
  '- no task',
  '',
].join('\r\n');
export const plan =
  '- [ ] Write the plan ⏳ 2026-11-23 🔽 🆔 plan\n- [ ] Send it ⛔ plan #work/mail\n- [!] Ask\n';

export const taskFiles = { 'Home.md': home, 'Work/Plan.md': plan, 'Plain.md': 'No tasks here.\n' };

/** A vault that has the Tasks plugin switched on, with these settings. */
export const withTasksPlugin = (settings: unknown): Start => ({
  files: {
    ...taskFiles,
    '.obsidian/community-plugins.json': '["obsidian-tasks-plugin"]',
    '.obsidian/plugins/obsidian-tasks-plugin/data.json': JSON.stringify(settings),
  },
});

/** A running vault of tasks and a client of it. */
export interface TaskVault {
  readonly lectern: RunningLectern;
  readonly client: TestClient;
}

/** Starts a vault of tasks at ten o'clock of 22 November 2026; it is stopped after the test, or when the next starts. */
export function taskVaults(): (options?: Start) => Promise<TaskVault> {
  let running: RunningLectern | undefined;
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: doNotFakeBut('Date'), now: new Date(2026, 10, 22, 10) });
  });
  afterEach(async () => {
    await running?.close();
    running = undefined;
    jest.useRealTimers();
  });
  return async options => {
    await running?.close();
    running = await RunningLectern.start({ files: taskFiles, ...options });
    return { lectern: running, client: await running.connect() };
  };
}

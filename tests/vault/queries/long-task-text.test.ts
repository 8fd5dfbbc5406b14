import { RunningLectern } from '../../support/lectern';

const line = 'a'.repeat(90_000);

test.each([
  ['in its middle', `${'a'.repeat(24_500)}b${'a'.repeat(24_500)}`, 0],
  ['at its end', `${'a'.repeat(49_000)}b`, 0],
  ['in nothing', 'a'.repeat(49_001), 20],
])('a long text to find tasks by takes little time where tasks differ %s', async (_name, text, count) => {
  const vault = await RunningLectern.start({ files: { 'Tasks.md': `- [ ] ${line}\n`.repeat(20) } });
  try {
    const client = await vault.connect();
    await client.call('list_tasks', { status: 'any' });
    const before = process.cpuUsage();
    const { structured } = await client.call('list_tasks', { text });
    // The engine's own search takes 10 s.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1500);
    expect(structured['totalCount']).toBe(count);
  } finally {
    await vault.close();
  }
});

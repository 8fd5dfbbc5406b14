import { PassThrough } from 'node:stream';
import { terminalApprover } from '../../../pkg/headless/command/terminal-approver';

const never = new AbortController().signal;

describe('approval on a terminal', () => {
  let input: PassThrough;
  let shown: string;
  let ask: ReturnType<typeof terminalApprover>;

  beforeEach(() => {
    input = new PassThrough();
    const output = new PassThrough();
    shown = '';
    output.on('data', data => (shown += String(data)));
    ask = terminalApprover(input, output);
  });

  test.each([
    ['y\n', true],
    ['YES\n', true],
    ['n\n', false],
    ['\n', false],
    ['yep\n', false],
  ])('takes %j as %p', async (line, approved) => {
    const asked = ask('edit a.md', never);
    input.write(line);
    expect(await asked).toBe(approved);
    expect(shown).toContain('\nedit a.md\nAllow this? [y/N] ');
  });

  test('shows no control character of a note', async () => {
    const asked = ask('+\u001b[2Jhidden\u202egnihton\r', never);
    input.write('n\n');
    await asked;
    expect(shown).toContain('+\ufffd[2Jhidden\ufffdgnihton\ufffd\n');
  });

  test('does not take what was typed on a terminal before the question', async () => {
    Object.assign(input, { isTTY: true });
    input.write('y\n');
    const asked = ask('delete a.md', never);
    while (!shown.includes('[y/N]')) await new Promise(setImmediate);
    input.write('n\n');
    expect(await asked).toBe(false);
  });

  test('asks one after another', async () => {
    const first = ask('first', never);
    const second = ask('second', never);
    input.write('y\n');
    expect(await first).toBe(true);
    input.write('n\n');
    expect(await second).toBe(false);
  });

  test('has no decision when the time is up, or the terminal is closed', async () => {
    const late = new AbortController();
    const asked = ask('first', late.signal);
    late.abort();
    expect(await asked).toBeUndefined();
    input.end();
    expect(await ask('second', never)).toBeUndefined();
  });
});

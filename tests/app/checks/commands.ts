import { deepEqual, equal, ok } from 'node:assert/strict';
import { z } from 'zod';
import { type AppUnderTest, succeed, until } from '../support/app-under-test';

/** A command of the app that shows the note before. */
export const goBack = 'app:go-back';
/** A command of the app that the specs do not allow. */
const notAllowed = 'app:reload';

const listed = z.object({ commands: z.array(z.object({ id: z.string(), name: z.string() })) });

/** The app's own commands are listed by the ids under which they run. */
export async function listsCommands(app: AppUnderTest): Promise<void> {
  const { commands } = listed.parse(await succeed(app, 'list_commands', { filter: goBack }));
  deepEqual(
    commands.map(({ id }) => id),
    [goBack],
  );
  ok(commands[0]?.name !== '');
}

/** A command that the settings allow does what it does from the palette. */
export async function runsACommand(app: AppUnderTest): Promise<void> {
  await app.write('Commands/First.md', 'first\n');
  await app.write('Commands/Second.md', 'second\n');
  await succeed(app, 'open_note', { path: 'Commands/First.md', newTab: true });
  await succeed(app, 'open_note', { path: 'Commands/Second.md' });
  deepEqual(await succeed(app, 'execute_command', { commandId: goBack }), {
    commandId: goBack,
    executed: true,
  });
  await until('the note before is shown', async () => {
    const { activeNote } = await succeed(app, 'get_workspace', {});
    return activeNote === 'Commands/First.md';
  });
}

/** A command that the settings do not allow is refused. */
export async function refusesOtherCommands(app: AppUnderTest): Promise<void> {
  const { isError, text } = await app.client.call('execute_command', { commandId: notAllowed });
  equal(isError, true);
  ok(text.startsWith('permission_denied'), text);
}

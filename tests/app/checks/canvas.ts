import { deepEqual } from 'node:assert/strict';
import { z } from 'zod';
import { type AppUnderTest, succeed, textOf } from '../support/app-under-test';

const path = 'Boards/Board.canvas';
const size = { width: 200, height: 80 };
const card = (id: string, text: string) => ({ id, type: 'text', text, x: 0, y: 0, ...size });
const textsOf = z.object({ nodes: z.array(z.object({ text: z.string() })) });

/**
 * A change in the two seconds before the app saves an open canvas loses nothing that was drawn.
 * @param leaveUnsaved opens the canvas and gives its view another content, which nobody saves
 */
export async function keepsAnOpenCanvas(
  app: AppUnderTest,
  leaveUnsaved: (path: string, content: string) => Promise<void>,
): Promise<void> {
  const drawn = (...nodes: object[]): string => JSON.stringify({ nodes, edges: [] });
  await app.write(path, drawn(card('one', 'first')));
  await leaveUnsaved(path, drawn(card('one', 'first'), card('two', 'drawn')));
  await succeed(app, 'edit_canvas', {
    path,
    operations: [{ action: 'add_node', fields: { type: 'text', text: 'by a client' } }],
  });
  const { nodes } = textsOf.parse(JSON.parse((await textOf(app, path)) ?? ''));
  deepEqual(nodes.map(({ text }) => text).sort(), ['by a client', 'drawn', 'first']);
}

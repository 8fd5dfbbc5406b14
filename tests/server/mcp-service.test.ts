import { McpService, type ServiceParts } from '../../src/server/mcp-service';

/** A start that can be seen, and goes no further. */
function seenStart(): { prepare: () => Promise<ServiceParts>; count: () => number } {
  let count = 0;
  const prepare = (): Promise<ServiceParts> => {
    count += 1;
    return Promise.reject(new Error('seen'));
  };
  return { prepare, count: () => count };
}

test('a service that was ended does not start again, as when the plugin unloads before the layout is ready', async () => {
  const service = new McpService(() => undefined);
  const { prepare, count } = seenStart();
  const waiting = service.start(prepare);
  const ended = service.end();
  await service.start(prepare);
  await Promise.all([waiting, ended]);
  expect(count()).toBe(0);
  expect(service.status).toEqual({ state: 'off' });
});

test('a service that was stopped starts again', async () => {
  const service = new McpService(() => undefined);
  const { prepare, count } = seenStart();
  await service.stop();
  await service.start(prepare);
  expect(count()).toBe(1);
  expect(service.status).toEqual({ state: 'failed', problem: 'seen' });
});

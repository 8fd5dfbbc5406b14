import { field } from '../../support/json';
import { base64Of, png } from '../../support/files/sample-files';
import { RunningLectern } from '../../support/lectern';

test('sixteen files of one name at the same moment all get a name', async () => {
  const lectern = await RunningLectern.start();
  try {
    const client = await lectern.connect();
    const one = (): ReturnType<typeof client.call> =>
      client.call('add_attachment', { name: 'same.png', data: base64Of(png) });
    const answers = await Promise.all(Array.from({ length: 16 }, one));
    expect(answers.filter(({ isError }) => isError)).toEqual([]);
    expect(new Set(answers.map(({ structured }) => field(structured, 'path'))).size).toBe(16);
  } finally {
    await lectern.close();
  }
});

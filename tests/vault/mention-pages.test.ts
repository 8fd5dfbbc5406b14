import { RunningLectern } from '../support/lectern';
import { field } from '../support/json';

it('mentions come in pages without doubles or gaps, whatever order the vault lists its notes in', async () => {
  const sources = ['b.md', 'a.md', 'Z/z.md', 'C.md', 'A2/x.md', 'm/n.md', 'B1.md'];
  const lectern = await RunningLectern.start({ files: { 'Lantern.md': 'Light.\n' } });
  try {
    const { vault } = lectern.host.app;
    for (const path of sources) {
      const [folder] = path.split('/');
      if (folder !== undefined && folder !== path) await vault.createFolder(folder);
      await vault.create(path, 'The lantern.\n');
    }
    const client = await lectern.connect();
    const seen: string[] = [];
    let cursor: unknown;
    do {
      const { structured } = await client.call('get_links', {
        path: 'Lantern',
        includeUnlinked: true,
        limit: 2,
        ...(cursor === undefined ? {} : { cursor }),
      });
      seen.push(...[structured['unlinked'] ?? []].flat().map(row => String(field(row, 'source'))));
      cursor = structured['nextCursor'];
    } while (cursor !== undefined && seen.length < 20);
    expect(seen.toSorted()).toEqual(sources.toSorted());
  } finally {
    await lectern.close();
  }
});

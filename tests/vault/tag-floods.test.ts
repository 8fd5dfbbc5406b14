import { RunningLectern } from '../support/lectern';

const flood = Array.from({ length: 30_000 }, (_item, index) => `#t${index}`).join('\n');
const nested = `#${'a/'.repeat(3000)}b`;

async function tagsOf(text: string): Promise<{ readonly first: unknown; readonly count: unknown }> {
  const lectern = await RunningLectern.start({ files: { 'a.md': text } });
  try {
    const client = await lectern.connect();
    const { structured } = await client.call('list_tags', { sort: 'name', limit: 1 });
    return { first: structured['tags'], count: structured['totalCount'] };
  } finally {
    await lectern.close();
  }
}

it('list_tags counts the first ten thousand tags of one note', async () => {
  expect(await tagsOf(flood)).toEqual({ first: [{ tag: 't0', count: 1, total: 1 }], count: 10_000 });
});

it('list_tags counts a tag that is nested very deep with the outermost of the tags it is nested in', async () => {
  expect(await tagsOf(nested)).toEqual({ first: [{ tag: 'a', count: 0, total: 1 }], count: 100 });
});

it('list_tags counts the tags that a tag is nested in among the ten thousand of a note', async () => {
  const text = Array.from({ length: 8000 }, (_item, index) => `#t${index}/one`).join('\n');
  expect(await tagsOf(text)).toMatchObject({ count: 10_000 });
});

it('get_tags returns no more than the first ten thousand tags of a note, of its properties as of its text', async () => {
  const names = Array.from({ length: 12_000 }, (_item, index) => `t${index}`);
  const text = `---\ntags: [${names.join(', ')}]\n---\n${names.map(name => `#${name}`).join(' ')}\n`;
  const lectern = await RunningLectern.start({ files: { 'a.md': text } });
  try {
    const client = await lectern.connect();
    const { structured } = await client.call('get_tags', { path: 'a.md' });
    const told = String(structured['leftOut']);
    expect(told).toContain('of 10000');
    expect(told).not.toContain('of 12000');
  } finally {
    await lectern.close();
  }
});

import { deepEqual, equal } from 'node:assert/strict';
import { type AppUnderTest, succeed, textOf, until } from '../support/app-under-test';

/** Names that are one note's alone, so that a link needs no folder. */
const names = (folder: string) => ({
  target: `Target of ${folder}`,
  moved: `Moved of ${folder}`,
  linking: `${folder}/Linking.md`,
});

/** Prepares a note, and a note that links to it. */
export async function linkedNotes(app: AppUnderTest, folder: string): Promise<void> {
  const { target, linking } = names(folder);
  await app.write(`${folder}/${target}.md`, '# Head\n');
  await app.write(linking, `See [[${target}]] and [[${target}#Head|its head]].\n`);
  await until('the app knows the link', async () => {
    const { isError, text } = await app.client.call('get_links', { path: `${folder}/${target}.md` });
    return !isError && text.includes('Linking');
  });
}

/** Moves the note of `linkedNotes`; the answer comes when the links have followed. */
export async function linksFollow(app: AppUnderTest, folder: string): Promise<void> {
  const { target, moved, linking } = names(folder);
  await succeed(app, 'move', { path: `${folder}/${target}.md`, newPath: `${folder}/${moved}.md` });
  equal(await textOf(app, linking), `See [[${moved}]] and [[${moved}#Head|its head]].\n`);
}

/** Moves the note of `linkedNotes`; the links stay as they were. */
export async function linksStay(app: AppUnderTest, folder: string): Promise<void> {
  const { target, moved, linking } = names(folder);
  await succeed(app, 'move', { path: `${folder}/${target}.md`, newPath: `${folder}/${moved}.md` });
  equal(await textOf(app, `${folder}/${moved}.md`), '# Head\n');
  equal(await textOf(app, linking), `See [[${target}]] and [[${target}#Head|its head]].\n`);
}

/** Whatever became of the move of the note of `linkedNotes`: it is whole, at one of its places, and the next call is served. */
export async function isInOnePlace(app: AppUnderTest, folder: string): Promise<void> {
  const { target, moved } = names(folder);
  const texts = [await textOf(app, `${folder}/${target}.md`), await textOf(app, `${folder}/${moved}.md`)];
  deepEqual(
    texts.filter(text => text !== undefined),
    ['# Head\n'],
  );
  await succeed(app, 'stat', { paths: ['Welcome.md'] });
}

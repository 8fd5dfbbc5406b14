/** Writes together with others, and notes that other programs have just written. */
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, codeOf, type TestClient } from '../../../support/clients';
import { notesOf } from '../../../support/files/vault-contents';
import { RunningLectern, testToken } from '../../../support/lectern';
import { narrowToken, vaultForAll, vaultForEach, withNarrow } from '../../../support/open-vault';

describe('many writers', () => {
  let lectern: RunningLectern;
  afterEach(() => lectern.close());

  function text(path: string): string {
    return readFileSync(join(lectern.folder.path, path), 'utf8');
  }

  test('written data is read back at once: text, tags, properties, links, search', async () => {
    lectern = await RunningLectern.start({ files: { 'a.md': 'a', 'b.md': 'b' } });
    const client = await lectern.connect();
    for (let round = 0; round < 5; round += 1) {
      await client.call('update_tags', { path: 'a', add: [`t${round}`] });
      const { structured } = await client.call('list_tags', {});
      expect([structured['tags']].flat()).toHaveLength(round + 1);
      await client.call('update_frontmatter', { path: 'b', set: { round } });
      expect((await client.call('get_frontmatter', { path: 'b', key: 'round' })).structured['value']).toBe(
        round,
      );
      await client.call('update_note', { path: 'b', mode: 'append', content: `word${round} [[a]]` });
      expect((await client.call('search', { query: `word${round}` })).structured['totalCount']).toBe(1);
      const links = await client.call('get_links', { path: 'a', direction: 'in' });
      expect([links.structured['incoming']].flat()).toHaveLength(round + 1);
    }
  });

  test('a damaged journal is moved aside and writing continues', async () => {
    const journal = '.obsidian/plugins/lectern-mcp/journal';
    const name = 'changes-000000001-0000-x-device01.jsonl';
    lectern = await RunningLectern.start({
      files: {
        'a.md': 'a',
        [`${journal}/${name}`]: 'garbage\n',
        [`${journal}/blobs/x`]: 'garbage',
      },
      prepare: ({ parent }) => {
        mkdirSync(join(parent, 'state'));
        writeFileSync(join(parent, 'state', 'local-storage.json'), '{ "lectern-mcp-device": "device01" }');
      },
    });
    const client = await lectern.connect();
    const { structured } = await client.call('update_note', { path: 'a', mode: 'append', content: 'x' });
    expect(codeOf(await client.call('undo_change', { changeId: structured['changeId'] }))).toBe('ok');
    expect(text(`${journal}/damaged-${name}`)).toBe('garbage\n');
  });

  test('a journal that is no folder is moved away', async () => {
    lectern = await RunningLectern.start({
      files: { 'a.md': 'a', '.obsidian/plugins/lectern-mcp/journal': 'no folder' },
    });
    const client = await lectern.connect();
    expect(codeOf(await client.call('update_note', { path: 'a', mode: 'append', content: 'x' }))).toBe('ok');
  });

  describe('many writers', () => {
    beforeEach(async () => {
      lectern = await RunningLectern.start({
        files: { 'a.md': '---\nz: 0\n---\n# A\n# B\n', 'b.md': 'b\n' },
        tokens: ['one', 'two', 'three', 'four'].map(name => ({
          name,
          value: `${testToken}-${name}`,
          rights: 'write' as const,
        })),
      });
    });

    /** Four clients, so that no token has more calls than it may at once. */
    async function atOnce(
      count: number,
      call: (client: TestClient, index: number) => Promise<Answer>,
    ): Promise<Answer[]> {
      const clients = await Promise.all(
        ['one', 'two', 'three', 'four'].map(name => lectern.connect('2026', `${testToken}-${name}`)),
      );
      return Promise.all(
        Array.from({ length: count }, (_, index) => {
          const client = clients[index % clients.length];
          if (client === undefined) throw new Error('no client');
          return call(client, index);
        }),
      );
    }

    test('set twenty properties at once, and none is lost', async () => {
      const answers = await atOnce(20, (client, index) =>
        client.call('update_frontmatter', { path: 'a', set: { [`key${index}`]: index } }),
      );
      expect(answers.map(codeOf).filter(answer => answer !== 'ok')).toEqual([]);
      for (let index = 0; index < 20; index += 1) expect(text('a.md')).toContain(`\nkey${index}: ${index}\n`);
    });

    test('create one note twenty times at once, and one of them does', async () => {
      const answers = await atOnce(20, (client, index) =>
        client.call('create_note', { path: index % 2 === 0 ? 'N/new' : 'n/NEW', content: `${index}` }),
      );
      expect(answers.filter(answer => codeOf(answer) === 'ok')).toHaveLength(1);
      expect(answers.filter(answer => codeOf(answer) === 'already_exists')).toHaveLength(19);
    });

    test("move two notes onto each other's names, delete and append: every line is in one place", async () => {
      const answers = await atOnce(24, (client, index) => {
        const path = index % 2 === 0 ? 'a' : 'b';
        if (index % 8 === 3) return client.call('move', { path, newPath: `m${index}` });
        return client.call('update_note', {
          path,
          mode: 'append',
          content: `+${index}`,
          createIfNeeded: false,
        });
      });
      const all = Object.values(notesOf(lectern.folder.path)).join('\n').split('\n');
      answers.forEach((answer, index) => {
        if (index % 8 !== 3)
          expect(all.filter(line => line === `+${index}`)).toHaveLength(codeOf(answer) === 'ok' ? 1 : 0);
      });
    });

    test('and an outside program that appends and replaces: every line of both is there once', async () => {
      const path = join(lectern.folder.path, 'b.md');
      const { adapter } = lectern.host.internals.vault;
      const process = adapter.process.bind(adapter);
      let outside = 0;
      const act = (): void => {
        outside += 1;
        if (outside % 2 === 0) appendFileSync(path, `out${outside}\n`);
        else {
          writeFileSync(`${path}.tmp`, `${readFileSync(path, 'utf8')}out${outside}\n`);
          renameSync(`${path}.tmp`, path);
        }
      };
      // Its turn comes between a plan and its commit, five times of six: calls give up, and are repeated.
      let commits = 0;
      Reflect.set(adapter, 'process', (...args: Parameters<typeof process>): ReturnType<typeof process> => {
        commits += 1;
        if (commits % 6 !== 0) act();
        return process(...args);
      });
      let repeated = 0;
      const append = async (client: TestClient, index: number): Promise<Answer> => {
        const answer = await client.call('update_note', { path: 'b', mode: 'append', content: `+${index}` });
        if (codeOf(answer) !== 'version_conflict') return answer;
        repeated += 1;
        return append(client, index);
      };
      const answers = await atOnce(12, append);
      expect(answers.map(codeOf).filter(answer => answer !== 'ok')).toEqual([]);
      expect(repeated).toBeGreaterThan(0);
      const lines = text('b.md').split('\n');
      const expected = [
        ...Array.from({ length: 12 }, (_, index) => `+${index}`),
        ...Array.from({ length: outside }, (_, index) => `out${index + 1}`),
      ];
      expect([...lines].sort()).toEqual(['', 'b', ...expected].sort());
    });
  });
});

describe('new files', () => {
  const vault = vaultForAll({
    files: { 'Home.md': 'Home.\n', 'Folder/There.md': 'There.\n' },
    ...withNarrow({ rights: 'write', deny: ['Secret'] }),
    asks: narrowToken,
  });

  const rounds = Number(process.env['LECTERN_NEW_FILES'] ?? 20);
  const places = Array.from({ length: rounds }, (_, number) => `Folder/New ${number}.md`);
  const path = (name: string): string => join(vault.path, name);

  test('a note that another program has just written is read by the next call, every time', async () => {
    const answers: unknown[] = [];
    for (const place of places) {
      writeFileSync(path(place), 'From elsewhere.\n');
      const answer = await vault.call('read_note', { path: place.slice(0, -'.md'.length) });
      answers.push([codeOf(answer), answer.structured['path']]);
    }
    expect(answers).toEqual(places.map(place => ['ok', place]));
  }, 120_000);

  test('a note that another program has just written is appended to, not refused', async () => {
    writeFileSync(path('Appended.md'), 'One.\n');
    expect(
      codeOf(await vault.call('update_note', { path: 'Appended', mode: 'append', content: 'Two.' })),
    ).toBe('ok');
    expect(readFileSync(path('Appended.md'), 'utf8')).toBe('One.\nTwo.\n');
  });

  test('a note that another program has just written is not created again', async () => {
    writeFileSync(path('Made.md'), 'Mine.\n');
    expect(codeOf(await vault.call('create_note', { path: 'Made.md', content: 'Yours.' }))).toBe(
      'already_exists',
    );
    expect(readFileSync(path('Made.md'), 'utf8')).toBe('Mine.\n');
  });

  test('new files are found in a list of paths, in a batch of edits, and as a new folder', async () => {
    mkdirSync(path('Fresh'));
    writeFileSync(path('Fresh/A.md'), 'a\n');
    writeFileSync(path('Fresh/picture.png'), '');
    const structured = await vault.ask('stat', { paths: ['Fresh', 'Fresh/A', 'Fresh/picture.png'] });
    expect(structured['items']).toMatchObject([{ exists: true }, { exists: true }, { exists: true }]);
    writeFileSync(path('Fresh/B.md'), 'b\n');
    const changes = [{ path: 'Fresh/B.md', edits: [{ oldText: 'b', newText: 'c' }] }];
    expect(codeOf(await vault.call('edit_notes', { changes }))).toBe('ok');
    mkdirSync(path('Fresher'));
    expect(codeOf(await vault.call('list', { path: 'Fresher' }))).toBe('ok');
  });

  describe('a note that another program has just written', () => {
    beforeAll(() => vault.call('list', {}));

    test.each([
      [
        'resolve_link',
        'Folder/Linked.md',
        { link: '[[Folder/Linked#x]]', from: 'Home.md' },
        'target_not_found',
      ],
      ['resolve_link', 'Folder/Plain.md', { link: 'Folder/Plain' }, 'ok'],
      ['resolve_link', 'Folder/By name.md', { link: '[[By name]]' }, 'ok'],
      ['read_note', 'Folder/Bare.md', { path: 'Bare' }, 'ok'],
      ['read_note', 'Folder/Caps.md', { path: 'folder/CAPS' }, 'ok'],
      ['read_note', 'Folder/Café.md'.normalize('NFC'), { path: 'Folder/Café'.normalize('NFD') }, 'ok'],
      ['create_notes', 'Folder/Once.md', { notes: [{ path: 'Folder/Once.md' }] }, 'already_exists'],
      ['create_notes', 'Folder/Twice.md', { notes: [{ path: 'Folder/twice.md' }] }, 'already_exists'],
      ['create_note', 'Top.md', { path: 'top' }, 'already_exists'],
      ['update_note', 'Folder/Late.md', { path: 'Late', mode: 'overwrite', content: '' }, 'already_exists'],
    ])('is found by %s: %s', async (tool, place, args, expected) => {
      writeFileSync(path(place), 'From elsewhere.\n');
      expect(codeOf(await vault.call(tool, args))).toBe(expected);
      expect(readFileSync(path(place), 'utf8')).toBe('From elsewhere.\n');
    });

    test('over a known one gives its new tags and aliases', async () => {
      for (const round of ['one', 'two', 'three']) {
        writeFileSync(path('Home.md'), `---\naliases: [${round}]\n---\n#${round}\n`);
        const { structured: tags } = await vault.call('get_tags', { path: 'Home' });
        expect(tags['tags']).toEqual([round]);
        writeFileSync(path('Home.md'), `---\naliases: [${round} again]\n---\n#${round}/again\n`);
        const { structured: stats } = await vault.call('stat', { paths: ['home.md'] });
        expect(stats['items']).toMatchObject([{ tags: [`${round}/again`], aliases: [`${round} again`] }]);
      }
    });
  });

  test('a note that another program has just deleted or renamed is gone for the next call', async () => {
    const written = async (): Promise<void> => {
      writeFileSync(path('Folder/Gone.md'), 'Old.\n');
      expect(codeOf(await vault.call('read_note', { path: 'Folder/Gone' }))).toBe('ok');
    };
    await written();
    rmSync(path('Folder/Gone.md'));
    expect((await vault.ask('stat', { paths: ['Folder/Gone'] }))['items']).toMatchObject([{ exists: false }]);
    await written();
    rmSync(path('Folder/Gone.md'));
    expect(codeOf(await vault.call('create_note', { path: 'Folder/Gone', content: 'New.' }))).toBe('ok');
    renameSync(path('Folder/Gone.md'), path('Folder/Went.md'));
    const again = { path: 'Folder/Gone', content: 'Newer.' };
    expect(codeOf(await vault.call('create_note', again))).toBe('ok');
    expect(readFileSync(path('Folder/Gone.md'), 'utf8')).toBe('Newer.');
  });

  test('a file that the caller may not see is not waited for', async () => {
    mkdirSync(path('Secret'));
    writeFileSync(path('Secret/A.md'), 'a\n');
    const began = performance.now();
    expect(codeOf(await vault.call('read_note', { path: 'Secret/A' }))).toBe('not_found');
    expect(performance.now() - began).toBeLessThan(1500);
  });
});

describe('links that a call changes in other notes', () => {
  const linking = '[[Hub#Old]] ![[Hub#Old]]\n';
  // So many that other calls come in between.
  const names = Array.from({ length: 150 }, (_item, index) => `n${100 + index}.md`);
  const [first = '', last = ''] = [names.at(0), names.at(-1)];
  const vault = vaultForEach({
    files: {
      'Hub.md': '# Old\n',
      'Into.md': 'Into.\n',
      ...Object.fromEntries(names.map(name => [name, linking])),
    },
    ...withNarrow({ rights: 'write', deny: ['Secret'] }),
  });

  /** Calls once when the first of the notes is changed. */
  function meanwhile(calls: readonly (readonly [tool: string, args: object])[]): Promise<Answer>[] {
    const answers: Promise<Answer>[] = [];
    vault.lectern.host.app.vault.on('modify', ({ path }: { path: string }) => {
      if (path !== first || answers.length > 0) return;
      for (const [tool, args] of calls) answers.push(vault.call(tool, { ...args }));
    });
    return answers;
  }

  const moves = [
    { path: 'Hub', newPath: 'F/New' },
    { path: 'Into', newPath: 'F/Into' },
  ];
  test.each([
    ['rename_heading', { path: 'Hub', heading: 'Old', newHeading: 'New' }, '[[Hub#New]] ![[Hub#New]]\n'],
    ['merge_notes', { from: 'Hub', into: 'Into' }, '[[Into#Old|Hub > Old]] ![[Into#Old]]\n'],
    ['move', { moves }, '[[New#Old]] ![[New#Old]]\n'],
    ['move', { path: 'Hub', newPath: 'F/a$b' }, '[[a$b#Old]] ![[a$b#Old]]\n'],
    ['move', moves[0], '[[F/New#Old]] ![[F/New#Old]]\n', narrowToken],
  ])(
    '%s of %j changes all of them though others write to these notes meanwhile',
    async (tool, args, links, token = testToken) => {
      const others = meanwhile(
        [first, last].map(path => ['update_note', { path, mode: 'append', content: 'More.' }]),
      );
      expect(codeOf(await vault.as(token).call(tool, args))).toBe('ok');
      expect((await Promise.all(others)).map(codeOf)).toEqual(['ok', 'ok']);
      const more = names.map(name => (name === first || name === last ? `${links}More.\n` : links));
      expect(names.map(name => vault.text(name))).toEqual(more);
    },
  );

  test('come back by an undo though a note was moved meanwhile', async () => {
    const before = vault.notes();
    const answers = await Promise.all([
      vault.call('rename_heading', { path: 'Hub', heading: 'Old', newHeading: 'New' }),
      vault.call('move', { path: last, newPath: 'F/moved.md' }),
    ]);
    expect(vault.text('F/moved.md')).toBe('[[Hub#New]] ![[Hub#New]]\n');
    const changes = answers.map(({ structured }) => String(structured['changeId']));
    for (const changeId of changes.sort().reverse())
      expect(codeOf(await vault.call('undo_change', { changeId }))).toBe('ok');
    expect(vault.notes()).toEqual(before);
  });

  test('keep no change of a large note waiting because of a large canvas', async () => {
    vault.lectern.folder.write('large.canvas', ' '.repeat(25_000_000));
    vault.lectern.folder.write('large.md', 'Words.\n'.repeat(200_000));
    await vault.lectern.host.settled();
    const { adapter } = vault.lectern.host.internals.vault;
    const process = adapter.process.bind(adapter);
    const ended: string[] = [];
    const args = { path: 'large', mode: 'append', content: 'More.' };
    let isFirst = true;
    Reflect.set(adapter, 'process', async (...given: Parameters<typeof process>): Promise<string> => {
      if (!isFirst) return process(...given);
      isFirst = false;
      // The first step waits for the other call, but not for ever.
      const other = vault.call('update_note', args).then(() => ended.push('update_note'));
      await Promise.race([other, sleep(3000, undefined, { ref: false })]);
      return process(...given);
    });
    await vault.call('rename_heading', { path: 'Hub', heading: 'Old', newHeading: 'New' });
    ended.push('rename_heading');
    expect(ended).toEqual(['update_note', 'rename_heading']);
  });
});

import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  appendFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { bytes, caller, complete, edit, JournaledVault, keptTexts, noise } from './support';
import { deviceId } from '../../../src/vault/app/app-config';

describe('the journal of changes', () => {
  const jsonObject = z.record(z.string(), z.unknown());
  let own: JournaledVault;

  beforeEach(async () => {
    own = await JournaledVault.open();
  });
  afterEach(() => own.vault.close());

  describe('the journal', () => {
    test('has the intent on disk before it answers, and survives a start', async () => {
      const journal = await own.journal();
      const id = await journal.begin(edit('a.md', 'one', 'two'));
      expect(readFileSync(join(own.folder, own.segments()[0] ?? ''), 'utf8')).toContain(id);
      const next = await own.journal();
      expect(next.pending()).toEqual(journal.pending());
      expect(next.pending()).toMatchObject([{ id, token: 'test', client: 'tests', tool: 'edit_note' }]);
      expect(next.get(id)).toBeUndefined();
      await next.done(id);
      expect((await own.journal()).get(id)).toMatchObject({ isPending: false, files: [{ path: 'a.md' }] });
    });

    test('keeps contents', async () => {
      const journal = await own.journal();
      const large = 'line of text\n'.repeat(10_000);
      const id = await complete(journal, edit('a.md', '\uFEFFone', large));
      const again = await own.journal();
      const [file] = again.get(id)?.files ?? [];
      if (file?.before === undefined || file.after === undefined) throw new Error('no images');
      expect(await again.image(file.before)).toEqual(bytes('\uFEFFone'));
      expect(await keptTexts(again, large, 'nothing')).toEqual([large]);
      expect(file.after.stored ?? Infinity).toBeLessThan(1000);
    });

    test('hides itself from repositories and writes each content once', async () => {
      const journal = await own.journal();
      await complete(journal, edit('a.md', 'one', 'two'));
      await complete(journal, edit('a.md', 'two', 'one'));
      expect(readFileSync(join(own.folder, '.gitignore'), 'utf8')).toBe('*\n');
      expect(own.blobs()).toHaveLength(1);
    });

    test('leaves out the files that a change could not change, after a start too', async () => {
      const journal = await own.journal();
      const move = { kind: 'move', path: 'a.md', newPath: 'b.md' } as const;
      const links = ['l.md', 'm.md'].map(path => ({
        ...({ kind: 'edit', path, isLinking: true } as const),
        ...{ before: bytes(`${path} a`), after: bytes(`${path} b`) },
      }));
      const id = await journal.begin({ caller, tool: 'move', files: [move, ...links] });
      await journal.done(id, [], ['l.md']);
      for (const one of [journal, await own.journal()]) {
        expect(one.get(id)?.files.map(({ path }) => path)).toEqual(['a.md', 'm.md']);
        expect(await keptTexts(one, 'l.md a', 'm.md a')).toEqual(['m.md a']);
      }
    });

    test('puts the contents of one change into one file', async () => {
      const journal = await own.journal();
      const texts = Array.from({ length: 40 }, (_item, index) => `text ${index}`);
      const id = await journal.begin({
        caller,
        tool: 'move',
        files: texts.map((text, index) => ({ kind: 'edit', path: `${index}.md`, after: bytes(text) })),
        linked: [{ path: 'l.md', before: bytes('link') }],
      });
      expect(own.blobs()).toHaveLength(1);
      await journal.done(id, [{ kind: 'edit', path: 'l.md', before: bytes('link'), after: bytes('led') }]);
      expect(own.blobs()).toHaveLength(2);
      expect(await keptTexts(await own.journal(), ...texts, 'link', 'led')).toEqual([
        ...texts,
        'link',
        'led',
      ]);
    });

    test.each([
      ['nothing', ''],
      ['one portion', 'short'],
      ['many portions, with characters of two units where they end', `a${'\u{1F600}\r\n'.repeat(150_000)}`],
      ['a byte order mark', `\uFEFF${'text '.repeat(40_000)}`],
    ])('records a text as it records its bytes: %s', async (_what, text) => {
      const journal = await own.journal();
      await complete(journal, edit('a.md', 'before', text));
      const files = [{ kind: 'edit', path: 'b.md', before: 'before', after: text }] as const;
      await journal.done(await journal.begin({ caller, tool: 'edit_note', files }));
      const [ofText, ofBytes] = journal.newestFirst().map(({ files: [file] }) => file?.after);
      expect(ofText).toEqual(ofBytes);
      expect(own.blobs()).toHaveLength(1);
    });

    test('a text that was recorded is read back whole', async () => {
      const journal = await own.journal();
      const texts = [`x${'é\u{1F600}'.repeat(200_000)}`, 'plain '.repeat(50_000), ''];
      const files = texts.map(text => ({ kind: 'create', path: 'a.md', after: text }) as const);
      await journal.done(await journal.begin({ caller, tool: 'edit_notes', files }));
      const kept = await keptTexts(await own.journal(), ...texts);
      expect(kept.map(text => texts.indexOf(text))).toEqual([0, 1, 2]);
    });

    test('puts large contents into several files', async () => {
      const journal = await own.journal();
      const texts = ['a', 'b', 'c'].map((_name, index) => noise(index, 5_000_000));
      const files = texts.map(text => ({ kind: 'create', path: 'a.md', after: bytes(text) }) as const);
      await journal.done(await journal.begin({ caller, tool: 'edit_notes', files }));
      expect(own.blobs().length).toBeGreaterThan(1);
      const kept = await keptTexts(await own.journal(), ...texts);
      expect(kept.map(text => texts.indexOf(text))).toEqual([0, 1, 2]);
    });

    test('orders ids by time, also within a millisecond and when the clock is set back', async () => {
      const journal = await own.journal();
      const ids: string[] = [];
      for (const step of [0, 0, 1, -50, 2]) {
        own.time += step;
        ids.push(await complete(journal, edit('a.md', 'one', 'two')));
      }
      expect(ids.toSorted()).toEqual(ids);
      expect(journal.newestFirst().map(({ id }) => id)).toEqual(ids.toReversed());
      own.time -= 1000;
      expect((await complete(await own.journal(), edit('a.md', 'one', 'two'))) > (ids.at(-1) ?? '')).toBe(
        true,
      );
    });

    test('forgets what was rolled back', async () => {
      const journal = await own.journal();
      const id = await journal.begin(edit('a.md', 'one', 'two'));
      await journal.rolledBack(id);
      for (const one of [journal, await own.journal()])
        expect([one.get(id), one.pending()]).toEqual([undefined, []]);
    });

    test('takes an undo that was rolled back in part for no undo of the whole change', async () => {
      const journal = await own.journal();
      const undoes = await complete(journal, edit('a.md', 'two', 'one'));
      const files = [...edit('a.md', 'one', 'two').files, ...edit('b.md', 'one', 'two').files];
      const id = await journal.begin({ ...edit('a.md', 'one', 'two'), files, undoes });
      await journal.rolledBack(id, ['a.md']);
      for (const one of [journal, await own.journal()])
        expect([one.get(id)?.files.length, one.get(id)?.undoes]).toEqual([1, undefined]);
    });

    test('still finds in an earlier change what was recorded again and rolled back', async () => {
      await complete(await own.journal(), edit('a.md', 'one', 'two'));
      const journal = await own.journal();
      await journal.rolledBack(await journal.begin(edit('b.md', 'one', 'three')));
      expect(await keptTexts(journal, 'one', 'two', 'three')).toEqual(['one', 'two']);
    });

    test('records intents asked for at once, one after the other', async () => {
      const journal = await own.journal();
      const ids = await Promise.all(
        Array.from({ length: 20 }, (_, index) => complete(journal, edit(`${index}.md`, 'one', `${index}`))),
      );
      expect(new Set(ids).size).toBe(20);
      expect((await own.journal()).newestFirst()).toHaveLength(20);
    });
  });

  describe('what a change does as a whole', () => {
    const action = { kind: 'renameTag', from: 'a', to: 'b', notes: 1 } as const;
    const rewriteLine = (change: (line: Record<string, unknown>) => Record<string, unknown>): void => {
      const path = join(own.folder, own.segments()[0] ?? '');
      const [first = '', ...rest] = readFileSync(path, 'utf8').split('\n');
      writeFileSync(path, [JSON.stringify(change(jsonObject.parse(JSON.parse(first)))), ...rest].join('\n'));
    };

    test('is data on the disk, and there again after a start', async () => {
      await complete(await own.journal(), { ...edit('a.md', '#a', '#b'), action });
      expect((await own.journal()).newestFirst()[0]?.action).toEqual(action);
    });

    test('is left out where a later version recorded a kind that is not known here', async () => {
      await complete(await own.journal(), { ...edit('a.md', '#a', '#b'), action });
      rewriteLine(line => ({ ...line, action: { kind: 'paint', colour: 'red' } }));
      const [change] = (await own.journal()).newestFirst();
      expect(change?.files).toHaveLength(1);
      expect(change?.action).toBeUndefined();
      expect(own.problems).toEqual([]);
    });
  });

  describe('a journal that is not as it was written', () => {
    test('may end in a torn line', async () => {
      const journal = await own.journal();
      const id = await complete(journal, edit('a.md', 'one', 'two'));
      const lost = await complete(journal, edit('a.md', 'two', 'three'));
      const text = readFileSync(join(own.folder, own.segments()[0] ?? ''), 'utf8');
      truncateSync(join(own.folder, own.segments()[0] ?? ''), text.indexOf(lost) + 5);
      const again = await own.journal();
      expect(again.newestFirst().map(change => change.id)).toEqual([id]);
      expect(own.problems).toEqual([]);
      await complete(again, edit('a.md', 'two', 'four'));
      expect((await own.journal()).newestFirst()).toHaveLength(2);
    });

    test.each(['garbage', '{"type":"begin"}\n', '\u0000\u0000\n', '[]\n{}\n'])(
      'is kept aside when it has %j in it',
      async garbage => {
        const journal = await own.journal();
        const id = await complete(journal, edit('a.md', 'one', 'two'));
        const path = join(own.folder, own.segments()[0] ?? '');
        const good = readFileSync(path, 'utf8');
        writeFileSync(path, good + garbage);
        const again = await own.journal();
        expect(own.problems).toHaveLength(1);
        expect(again.get(id)).toBeDefined();
        expect(readFileSync(path.replace('changes-', 'damaged-changes-'), 'utf8')).toBe(good + garbage);
        expect((await own.journal()).get(id)).toBeDefined();
        expect(own.problems).toHaveLength(1);
      },
    );

    test('keeps no more than three damaged files', async () => {
      await complete(await own.journal(), edit('a.md', 'one', 'two'));
      for (let round = 1; round < 7; round += 1) {
        writeFileSync(join(own.folder, `changes-00000000${round}-0000-abc-device01.jsonl`), 'garbage\n');
        await own.journal();
      }
      await own.journal();
      expect(readdirSync(own.folder).filter(name => name.startsWith('damaged-'))).toHaveLength(3);
    });

    test('answers no content that is damaged, missing or another', async () => {
      const journal = await own.journal();
      const id = await complete(journal, edit('a.md', 'one', 'two'));
      const [file] = journal.get(id)?.files ?? [];
      if (file?.before === undefined || file.after === undefined) throw new Error('no images');
      const other = { ...file.before, at: file.after.at };
      expect(await journal.image(other)).toBeUndefined();
      const [blob = ''] = own.blobs();
      truncateSync(join(own.folder, 'blobs', blob), (file.after.at ?? 0) + 1);
      const again = await own.journal();
      expect(await again.image(file.before)).toEqual(bytes('one'));
      expect(await again.image(file.after)).toBeUndefined();
      rmSync(join(own.folder, 'blobs', blob));
      expect(await (await own.journal()).image(file.before)).toBeUndefined();
    });

    test('that is gone altogether is made anew', async () => {
      const journal = await own.journal();
      await complete(journal, edit('a.md', 'one', 'two'));
      rmSync(own.folder, { recursive: true });
      await expect(journal.begin(edit('a.md', 'two', 'one'))).rejects.toMatchObject({
        code: 'storage_error',
      });
      await complete(journal, edit('a.md', 'two', 'one'));
      expect(existsSync(own.folder)).toBe(true);
    });
  });
});

describe('what is kept', () => {
  const day = 24 * 3_600_000;

  let own: JournaledVault;
  beforeEach(async () => {
    own = await JournaledVault.open();
  });
  afterEach(() => own.vault.close());

  describe('what one device keeps', () => {
    test('drops what is too old, with its contents', async () => {
      const journal = await own.journal();
      const old = await complete(journal, edit('a.md', 'one', 'two'));
      own.time += 20 * day;
      const kept = await complete(journal, edit('a.md', 'two', 'three'));
      own.time += 11 * day;
      await journal.retain();
      expect([journal.get(old), journal.get(kept)?.id]).toEqual([undefined, kept]);
      expect(await keptTexts(journal, 'one', 'two', 'three')).toEqual(['two', 'three']);
      expect(own.blobs()).toHaveLength(1);
      expect(own.segments()).toHaveLength(1);
      expect((await own.journal()).newestFirst()).toHaveLength(1);
    });

    test('keeps the size, oldest out first', async () => {
      const limits = { age: 30 * day, bytes: 20_000, files: 1000 };
      const journal = await own.journal(limits);
      const ids: string[] = [];
      for (let round = 0; round < 20; round += 1) {
        own.time += 2 * day;
        ids.push(await complete(journal, edit('a.md', `${round}`, noise(round, 3000))));
      }
      const kept = journal.newestFirst().map(({ id }) => id);
      expect(kept.length).toBeGreaterThan(2);
      expect(kept.length).toBeLessThan(15);
      expect(kept).toEqual(ids.slice(-kept.length).reverse());
    });

    test('removes contents that no change uses, such as a crash leaves', async () => {
      const journal = await own.journal();
      await complete(journal, edit('a.md', 'one', 'two'));
      writeFileSync(join(own.folder, 'blobs', 'f'.repeat(64)), 'x');
      appendFileSync(join(own.folder, 'blobs', '.lectern-1-a-b.tmp'), 'x');
      await journal.retain();
      expect(own.blobs()).toHaveLength(1);
    });

    test('removes the contents of what was rolled back, and keeps them anew when they come again', async () => {
      const journal = await own.journal();
      await journal.rolledBack(await journal.begin(edit('a.md', 'one', 'two')));
      await journal.retain();
      expect(own.blobs()).toEqual([]);
      await complete(journal, edit('a.md', 'one', 'two'));
      expect(await keptTexts(await own.journal(), 'one', 'two')).toEqual(['one', 'two']);
    });

    test('never drops a change whose end is unknown', async () => {
      const journal = await own.journal();
      const id = await journal.begin(edit('a.md', 'one', 'two'));
      own.time += 40 * day;
      await journal.retain();
      await journal.clear();
      expect((await own.journal()).pending().map(change => change.id)).toEqual([id]);
    });

    test('drops what is too old without a later write', async () => {
      const journal = await own.journal();
      await complete(journal, edit('a.md', 'one', 'two'));
      own.time += 31 * day;
      await journal.retain();
      expect([own.segments(), own.blobs()]).toEqual([[], []]);
    });

    test('follows limits that change while it is in use', async () => {
      let age = 30 * day;
      const journal = await own.journal({
        bytes: 1e9,
        get age() {
          return age;
        },
      });
      await complete(journal, edit('a.md', 'one', 'two'));
      own.time += 2 * day;
      await journal.retain();
      expect(journal.newestFirst()).toHaveLength(1);
      age = day;
      await journal.retain();
      expect(journal.newestFirst()).toEqual([]);
    });

    test('emptied, keeps only what it needs of changes under way', async () => {
      const journal = await own.journal();
      await complete(journal, edit('a.md', 'gone', 'two'));
      const id = await journal.begin(edit('a.md', 'two', 'three'));
      writeFileSync(join(own.folder, 'damaged-changes-1.jsonl'), 'secret');
      await journal.clear();
      await journal.done(id);
      expect(journal.newestFirst().map(change => change.id)).toEqual([id]);
      const again = await own.journal();
      expect(again.newestFirst().map(change => change.id)).toEqual([id]);
      const [file] = again.get(id)?.files ?? [];
      const before = file?.before === undefined ? undefined : await again.image(file.before);
      expect(before).toEqual(bytes('two'));
      expect(await keptTexts(again, 'gone', 'two', 'three')).toEqual(['two', 'three']);
      expect(own.blobs()).toHaveLength(1);
      expect(readdirSync(own.folder).filter(name => name.startsWith('damaged'))).toEqual([]);
    });

    test('is emptied on request', async () => {
      const journal = await own.journal();
      await complete(journal, edit('a.md', 'one', 'two'));
      await journal.clear();
      expect(journal.newestFirst()).toEqual([]);
      expect([own.segments(), own.blobs()]).toEqual([[], []]);
      await complete(journal, edit('a.md', 'one', 'two'));
      expect((await own.journal()).newestFirst()).toHaveLength(1);
    });
  });

  describe('several devices', () => {
    const limits = { age: 30 * day, bytes: 100 * 1024 * 1024 };

    const here = () => own.journal(limits, 'device01');
    const elsewhere = () => own.journal(limits, 'device02');

    describe('what another device records in the same folder', () => {
      test('is not settled here while that device is in the middle of it', async () => {
        const other = await elsewhere();
        const id = await other.begin(edit('a.md', 'one', 'two'));
        const journal = await here();
        expect([journal.pending(), journal.get(id)]).toEqual([[], undefined]);
        expect((await elsewhere()).pending()).toMatchObject([{ id }]);
      });

      test('is listed among the own changes, with its contents', async () => {
        const first = await complete(await here(), edit('a.md', 'one', 'two'));
        own.time += 1;
        const second = await complete(await elsewhere(), edit('a.md', 'two', 'three'));
        own.time += 1;
        const third = await complete(await here(), edit('a.md', 'three', 'four'));
        const journal = await here();
        expect(journal.newestFirst().map(({ id }) => id)).toEqual([third, second, first]);
        expect(await keptTexts(journal, 'one', 'three')).toEqual(['one', 'three']);
      });

      test('keeps its contents when this device sweeps those that nobody uses', async () => {
        const journal = await here();
        const other = await elsewhere();
        const id = await complete(other, edit('a.md', 'one', 'two'));
        await journal.retain();
        expect(await keptTexts(await elsewhere(), 'one', 'two')).toEqual(['one', 'two']);
        expect((await here()).get(id)).toBeDefined();
      });

      test('does not count for what this device may keep', async () => {
        await complete(await elsewhere(), edit('a.md', 'x'.repeat(5000), 'y'));
        const small = { age: 30 * day, bytes: 3000 };
        const journal = await own.journal(small, 'device01');
        const id = await complete(journal, edit('b.md', 'one', 'two'));
        await journal.retain();
        expect((await own.journal(small, 'device01')).get(id)).toBeDefined();
      });

      test('is left as it is where a sync program is in the middle of it', async () => {
        await complete(await elsewhere(), edit('a.md', 'one', 'two'));
        const [name = ''] = own.segments();
        const half = `${readFileSync(join(own.folder, name), 'utf8')}no line\n`;
        writeFileSync(join(own.folder, name), half);
        const journal = await here();
        expect([journal.newestFirst().length, own.problems]).toEqual([1, []]);
        expect([own.segments(), readFileSync(join(own.folder, name), 'utf8')]).toEqual([[name], half]);
      });

      test.each(['', 'no line\n', '{"type":"done","id":"0mwx00000-0000-abc","time":1}\n'])(
        'is left as it is where no change of it can be read yet: %j',
        async text => {
          await complete(await elsewhere(), edit('a.md', 'one', 'two'));
          const [name = ''] = own.segments();
          writeFileSync(join(own.folder, name), text);
          await (await here()).retain();
          expect([own.segments(), readFileSync(join(own.folder, name), 'utf8')]).toEqual([[name], text]);
        },
      );

      test('is removed a week after its device should have removed it, and when the user empties the journal', async () => {
        await complete(await elsewhere(), edit('a.md', 'one', 'two'));
        own.time += 36 * day;
        await (await here()).retain();
        expect(own.segments()).toHaveLength(1);
        own.time += 2 * day;
        await (await here()).retain();
        expect([own.segments(), own.blobs()]).toEqual([[], []]);
        await complete(await elsewhere(), edit('a.md', 'one', 'two'));
        await (await here()).clear();
        expect([own.segments(), own.blobs()]).toEqual([[], []]);
      });
    });

    test('a device has one name, which it keeps', () => {
      const { app } = own.vault.host;
      const names = ['abc', 'def', 'ghi', 'xyz'];
      const random = (): string => names.shift() ?? '';
      expect([deviceId(app, random), deviceId(app, random), names]).toEqual([
        'abcdefgh',
        'abcdefgh',
        ['xyz'],
      ]);
    });
  });
});

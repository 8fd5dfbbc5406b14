import fc from 'fast-check';
import { ToolFailure } from '../../../../src/errors';
import { applyEdits, type ExactEdit } from '../../../../src/markdown/edits/exact/exact-edit';
import { busyTurn } from '../../../support/time/busy-turn';
import { restingSlicer } from '../../../support/time/resting-slicer';
import { placeText } from '../../../../src/markdown/edits/sections/text-place';
import { refusalOf } from '../../targets/support';

describe('exact edits', () => {
  const swap = (oldText: string, newText: string, replaceAll?: boolean): ExactEdit => ({
    oldText,
    newText,
    ...(replaceAll === undefined ? {} : { replaceAll }),
  });
  const lines = (startLine: number, endLine: number, newText: string): ExactEdit => ({
    startLine,
    endLine,
    newText,
  });

  function edit(text: string, ...edits: ExactEdit[]): Promise<string> {
    return applyEdits(text, edits, { slicer: restingSlicer() });
  }

  async function refusalOf(edited: Promise<string>): Promise<ToolFailure> {
    const failure = await edited.catch((error: unknown) => error);
    if (failure instanceof ToolFailure) return failure;
    throw new Error('was not refused');
  }

  async function refused(text: string, ...edits: ExactEdit[]): Promise<string> {
    return (await refusalOf(edit(text, ...edits))).code;
  }

  async function candidates(text: string, ...edits: ExactEdit[]): Promise<readonly string[] | undefined> {
    return (await refusalOf(edit(text, ...edits))).details.candidates;
  }

  describe('an edit of text', () => {
    it.each([
      ['one place', 'a b c', swap('b', 'x'), 'a x c'],
      ['all places', 'a b a', swap('a', 'x', true), 'x b x'],
      ['all places that do not overlap', 'aaaaa', swap('aa', 'b', true), 'bba'],
      ['with nothing', 'a b c', swap(' b', ''), 'a c'],
      ['over lines', 'a\nb\nc\n', swap('a\nb', 'x\ny\nz'), 'x\ny\nz\nc\n'],
      ['over CRLF', 'a\r\nb\r\nc\r\n', swap('a\nb\n', 'x\ny\n'), 'x\r\ny\r\nc\r\n'],
      ['that begins with a break', 'a\r\nb\r\n', swap('\nb', '\nc'), 'a\r\nc\r\n'],
      ['in CRLF given as CRLF', 'a\r\nb\r\n', swap('a\r\nb', 'x'), 'x\r\n'],
      ['in LF given as CRLF', 'a\nb\n', swap('a\r\nb', 'x\r\ny'), 'x\ny\n'],
      ['in mixed breaks', 'a\r\nb\nc\r\n', swap('a\nb\nc', 'x'), 'x\r\n'],
      ['with dollars', 'a b c', swap('b', "$& $1 $$ $' $` $<n> \\n"), "a $& $1 $$ $' $` $<n> \\n c"],
      ['of dollars', 'cost $1.50', swap('$1.50', '(.*)'), 'cost (.*)'],
      ['of a long text', `a${'xy'.repeat(200)}b`, swap('xy'.repeat(200), 'z'), 'azb'],
      ['beyond a byte order mark', '\uFEFFa', swap('a', 'b'), '\uFEFFb'],
      ['of odd characters', 'a\u2028👩‍🚀\0b', swap('\u2028👩‍🚀\0', '🚀'), 'a🚀b'],
      [
        'in the other Unicode form',
        'cafe\u0301 cafe\u0301',
        swap('caf\u00e9', 't\u00e9', true),
        't\u00e9 t\u00e9',
      ],
      ['given in the other Unicode form', 'caf\u00e9', swap('cafe\u0301', 'x'), 'x'],
      ['that is the same', 'a', swap('a', 'a'), 'a'],
    ])('replaces %s', async (_name, text, change, expected) => {
      expect(await edit(text, change)).toBe(expected);
    });

    it('is refused if its old text is empty, or its new text has half a character', async () => {
      expect(await refused('a', swap('', 'x'))).toBe('invalid_argument');
      expect(await refused('a', swap('a', '\ud800'))).toBe('invalid_argument');
      expect(await refused('👩', swap('\ud83d', 'x'))).toBe('invalid_argument');
      expect(await refused('a', { newText: 'x' })).toBe('invalid_argument');
      expect(await refused('a', { oldText: 'a', startLine: 1, endLine: 1, newText: 'x' })).toBe(
        'invalid_argument',
      );
    });

    it('is refused if the text occurs more than once, with the line of each', async () => {
      const text = 'one\ntwo\none more\n';
      expect(await refused(text, swap('one', 'x'))).toBe('target_ambiguous');
      expect(await candidates(text, swap('one', 'x'))).toEqual(['line 1: one', 'line 3: one more']);
      expect(await refused('aaa', swap('aa', 'x'))).toBe('target_ambiguous');
      const { message } = await refusalOf(edit(text, swap('one', 'x')));
      expect(message).not.toContain('one more');
      expect(await candidates('a\n'.repeat(100), swap('a', 'b'))).toHaveLength(5);
    });

    it('that occurs often, or nearly, names each of the first lines once', async () => {
      const text = `x x\n${'x '.repeat(90)}\n\nx x x\nx\nx\nx\n`;
      const named = (await candidates(text, swap('x', 'y')))?.map(line => line.split(':')[0]);
      expect(named).toEqual(['line 1', 'line 2', 'line 4', 'line 5', 'line 6']);
      const near = (await candidates(text, swap('X', 'y')))?.map(line => line.split(' differs')[0]);
      expect(near).toEqual(['line 1', 'line 2', 'line 4']);
    });
  });

  describe('an edit of lines', () => {
    it.each([
      ['a\nb\nc\n', lines(2, 2, 'x'), 'a\nx\nc\n'],
      ['a\nb\nc\n', lines(2, 2, 'x\n'), 'a\nx\nc\n'],
      ['a\nb\nc\n', lines(1, 3, 'x\ny'), 'x\ny\n'],
      ['a\nb\nc', lines(3, 3, 'x'), 'a\nb\nx'],
      ['a\r\nb\r\nc', lines(2, 2, 'x\ny'), 'a\r\nx\r\ny\r\nc'],
      ['a\nb\nc\n', lines(2, 3, ''), 'a\n'],
      ['\uFEFFa\nb', lines(2, 2, '$&'), '\uFEFFa\n$&'],
      ['\uFEFFa\nb', lines(1, 1, 'x'), '\uFEFFx\nb'],
      ['\uFEFFa\nb', lines(1, 1, '\uFEFFx'), '\uFEFFx\nb'],
      ['\uFEFFa\nb', lines(1, 2, ''), '\uFEFF'],
      ['a\nb\nc', lines(2, 2, '\uFEFF# x'), 'a\n# x\nc'],
    ])('in %p', async (text, change, expected) => {
      expect(await edit(text, change)).toBe(expected);
    });

    it('is refused without a last line, for that reason alone', async () => {
      const { message } = await refusalOf(edit('a\n', { startLine: 1, newText: 'x' }));
      expect(message).toContain('endLine');
      expect(message).not.toContain('replaceAll');
    });

    it('is refused if the note does not have these lines', async () => {
      expect(await refused('a\nb\n', lines(2, 3, 'x'))).toBe('target_not_found');
      expect(await refused('', lines(1, 1, 'x'))).toBe('target_not_found');
      expect(await refused('a\n', lines(0, 1, 'x'))).toBe('invalid_argument');
      expect(await refused('a\nb\n', lines(2, 1, 'x'))).toBe('invalid_argument');
      expect(await refused('a\n', lines(1, 1.5, 'x'))).toBe('invalid_argument');
      expect(await refused('a\n', { startLine: 1, newText: 'x' })).toBe('invalid_argument');
      expect(await refused('a\n', { ...lines(1, 1, 'x'), replaceAll: true })).toBe('invalid_argument');
    });
  });

  describe('several edits', () => {
    it('refer to the text as it was', async () => {
      expect(await edit('a b', swap('a', 'b'), swap('b', 'a'))).toBe('b a');
      expect(await edit('a\nb\nc\n', lines(3, 3, 'z'), lines(1, 1, 'x\ny'), swap('b', 'B'))).toBe(
        'x\ny\nB\nz\n',
      );
      expect(await edit('ab', swap('a', 'x'), swap('b', 'y'))).toBe('xy');
    });

    it('are refused where they overlap', async () => {
      expect(await refused('abc', swap('ab', 'x'), swap('bc', 'y'))).toBe('invalid_argument');
      expect(await refused('abc', swap('ab', 'x'), swap('ab', 'x'))).toBe('invalid_argument');
      expect(await refused('a\nb\n', lines(1, 2, 'x'), swap('b', 'y'))).toBe('invalid_argument');
      const { message } = await refusalOf(edit('abcd', swap('d', 'y'), swap('bc', 'y'), swap('ab', 'x')));
      expect(message).toBe('Edits 2 and 3 overlap.');
    });

    it('change nothing where one of them fails', async () => {
      const refusal = await refusalOf(edit('a b', swap('a', 'x'), swap('c', 'y')));
      expect([refusal.code, refusal.message]).toEqual([
        'target_not_found',
        '`oldText` of edit 2 is not in the note.',
      ]);
    });

    it('have a maximum number', async () => {
      expect(await refused('a', ...Array.from({ length: 1_001 }, () => swap('a', 'b')))).toBe(
        'invalid_argument',
      );
    });
  });

  describe('text that is not there', () => {
    it.each([
      ['quotes', 'x\nsay “hi”\n', 'say "hi"', 'line 2 differs in quotes: say “hi”'],
      ['quotes', "it's\n", 'it’s', "line 1 differs in quotes: it's"],
      ['spaces', 'x\n\n- a\tb\n', '- a b', 'line 3 differs in spaces: - a\tb'],
      ['indentation', '    code\n', 'x\n\tcode'.slice(2), 'line 1 differs in spaces:     code'],
      ['hard spaces', 'a\u00a0b\n', 'a b', 'line 1 differs in spaces: a\u00a0b'],
      ['letter case', 'Hello World\n', 'hello world', 'line 1 differs in letter case: Hello World'],
      ['trailing spaces', 'a  \nb\n', 'a\nb', 'line 1 differs in trailing spaces: a  '],
      ['missing trailing spaces', 'a\nb\n', 'a  \nb', 'line 1 differs in trailing spaces: a'],
      [
        'Unicode form',
        'cafe\u0301 \u00e9\n',
        'caf\u00e9 \u00e9',
        'line 1 differs in Unicode form: cafe\u0301 \u00e9',
      ],
      ['dashes', 'a – b\n', 'a - b', 'line 1 differs in dashes: a – b'],
      ['two ways', 'say “Hi”\n', 'say "hi"', 'line 1 differs in quotes and letter case: say “Hi”'],
      ['three ways', 'A  “b”\n', 'a "b"', 'line 1 differs in quotes, spaces and letter case: A  “b”'],
      ['a later line', 'a\nb\n\tc\nd\n', 'a\nb\n  c\nd', 'line 3 differs in spaces: \tc'],
      ['CRLF and case', 'A\r\nb\r\n', 'a\nb', 'line 1 differs in letter case: A'],
      [
        'wording',
        'one\nthe quick brown fox\n',
        'the quick red fox',
        'line 2 is similar: the quick brown fox',
      ],
    ])('but for %s is shown', async (_name, text, wanted, expected) => {
      expect((await candidates(text, swap(wanted, 'x')))?.[0]).toBe(expected);
    });

    it('is reported without a candidate if no text is similar', async () => {
      expect(await candidates('one\ntwo\n', swap('completely other', 'x'))).toBeUndefined();
      expect(await candidates('', swap('a', 'x'))).toBeUndefined();
      expect(await candidates('a\n', swap(' \n ', 'x'))).toBeUndefined();
    });

    it('is reported with a few shortened lines', async () => {
      const many = await candidates(
        `${'Some line\n'.repeat(20)}${'Y'.repeat(1_000)}\n`,
        swap('some line', 'x'),
      );
      expect(many).toHaveLength(3);
      const [long] = (await candidates(`${'Y'.repeat(1_000)}\n`, swap('y'.repeat(1_000), 'x'))) ?? [];
      expect(long).toBe(`line 1 differs in letter case: ${'Y'.repeat(200)}`);
    });

    it('is not quoted in the error', async () => {
      const { message, hint } = await refusalOf(edit('Secret line\n', swap('secret line', 'x')));
      expect([message, hint].flat().join().toLowerCase()).not.toContain('secret');
    });
  });

  describe('exact edits', () => {
    const word = fc.constantFrom('a', 'b', 'ab', ' ', '\n', '\r\n', '$&', '👩‍🚀', 'é', 'e\u0301', '\u2028');
    const note = fc.array(word, { maxLength: 30 }).map(words => words.join(''));

    it('change what they name and no other byte', async () => {
      await fc.assert(
        fc.asyncProperty(note, fc.nat(), fc.nat(), note, async (text, from, length, newText) => {
          const start = from % (text.length + 1);
          const end = Math.min(text.length, start + 1 + (length % 8));
          const oldText = text.slice(start, end);
          if (oldText === '' || !oldText.isWellFormed() || splitsBreak(text, start) || splitsBreak(text, end))
            return;
          const newline =
            text.includes('\r\n') && !text.replaceAll('\r\n', '').includes('\n') ? '\r\n' : '\n';
          if (newline === '\n' && text.includes('\r\n')) return;
          const given = newText.replaceAll('\r\n', '\n').replaceAll('\n', () => newline);
          const places = placesOf(text, oldText);
          if (places === 1)
            expect(await edit(text, swap(oldText, newText))).toBe(
              text.slice(0, start) + given + text.slice(end),
            );
          else expect(await refused(text, swap(oldText, newText))).toBe('target_ambiguous');
          expect(await edit(text, swap(oldText, newText, true))).toBe(text.split(oldText).join(given));
        }),
        { seed: 20_261_121, numRuns: 1_000 },
      );
    });

    it('find what the engine finds, also by their own search', async () => {
      const bits = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 60 });
      await fc.assert(
        fc.asyncProperty(bits, bits, bits, async (head, core, tail) => {
          const wanted = `${core}${'ab'.repeat(64)}c`;
          const text = `${head}${wanted}${tail}${wanted.slice(1)}`;
          expect(await edit(text, swap(wanted, '|', true))).toBe(text.split(wanted).join('|'));
        }),
        { seed: 20_261_121, numRuns: 300 },
      );
    });

    it('take no longer for hostile text than for other text', async () => {
      const text = 'a'.repeat(2_000_000);
      expect(await refused(text, swap(`b${'a'.repeat(500_000)}`, 'x'))).toBe('target_not_found');
      expect(await refused(text, swap(`${'a'.repeat(100)}b`, 'x'))).toBe('target_not_found');
      expect(await refused(`${text}\n`.repeat(2), swap(`${'a'.repeat(500_000)}b`, 'x'))).toBe(
        'target_not_found',
      );
      expect(await refused(' '.repeat(2_000_000), swap('x  y', 'z'))).toBe('target_not_found');
      expect(await edit(text, swap('aa', 'b', true))).toBe('b'.repeat(1_000_000));
    });

    function splitsBreak(text: string, at: number): boolean {
      return text[at - 1] === '\r' && text[at] === '\n';
    }

    function placesOf(text: string, wanted: string): number {
      let places = 0;
      for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) places += 1;
      return places;
    }
  });

  describe('an edit that would take too much memory is refused before it is made', () => {
    test('with more than a million places, of all edits together', async () => {
      const text = 'ab'.repeat(500_001);
      const edits = ['a', 'b'].map(oldText => ({ oldText, newText: 'x', replaceAll: true }));
      expect(await refused(text, ...edits)).toBe('budget_exceeded');
      expect(await edit(text, ...edits.slice(1))).toBe('ax'.repeat(500_001));
    });

    test('with a result that is too large for a note', async () => {
      const longer = { oldText: 'a', newText: 'x'.repeat(10_000), replaceAll: true };
      expect(await refused('a'.repeat(100_000), longer)).toBe('too_large');
    });
  });

  describe('an edit of a long note gives the thread back', () => {
    const many = `${'one '.repeat(100)}\r\n`.repeat(1_000);
    const text = `${many}two\r\n${many}`;

    test.each<[string, ExactEdit, string]>([
      ['by its text', swap('two\n', 'x\n'), text.replace('two', () => 'x')],
      ['by its line', lines(1_001, 1_001, 'x'), text.replace('two', () => 'x')],
      ['at all places', swap('one', '1', true), text.replaceAll('one', () => '1')],
    ])('%s', async (_what, change, expected) => {
      const { slicer, pauses } = busyTurn();
      expect(await applyEdits(text, [change], { slicer })).toBe(expected);
      expect(pauses()).toBeGreaterThan(text.length / 131_072);
    });

    test('where its text is not there', async () => {
      const { slicer, pauses } = busyTurn();
      await expect(applyEdits(text, [swap('twO', 'x')], { slicer })).rejects.toThrow(ToolFailure);
      expect(pauses()).toBeGreaterThan(text.length / 131_072);
    });
  });
});

describe('the place of a text', () => {
  describe('text added to a note', () => {
    it.each([
      ['at the end', 'a\n', 'append', 'b\n', 'a\nb\n'],
      ['with the break that is missing', 'a', 'append', 'b', 'a\nb'],
      ['with the break that the note ended in', 'a\n', 'append', 'b', 'a\nb\n'],
      ['behind blank lines', 'a\n\n\n', 'append', 'b\n', 'a\n\n\nb\n'],
      ['in CRLF', 'a\r\nb\r\n', 'append', 'c\nd', 'a\r\nb\r\nc\r\nd\r\n'],
      ['in LF', 'a\n', 'append', 'b\r\nc', 'a\nb\nc\n'],
      ['to nothing', '', 'append', 'b', 'b'],
      ['to a byte order mark', '\uFEFF', 'append', 'b', '\uFEFFb'],
      ['literally', 'a\n', 'append', "$& $' $1 $$ \\n \u2028\n", "a\n$& $' $1 $$ \\n \u2028\n"],
      ['that is nothing', 'a', 'append', '', 'a'],
      ['at the start', 'a\n', 'prepend', 'b', 'b\na\n'],
      ['at the start with its break', 'a', 'prepend', 'b\n', 'b\na'],
      ['at the start of nothing', '', 'prepend', 'b', 'b'],
      ['behind a byte order mark', '\uFEFFa\n', 'prepend', 'b', '\uFEFFb\na\n'],
      ['with a byte order mark, to another', '\uFEFFa\n', 'prepend', '\uFEFF# b', '\uFEFF# b\na\n'],
      ['with a byte order mark, at the end', 'a\n\n', 'append', '\uFEFF# b', 'a\n\n# b\n'],
      ['below the frontmatter', '---\na: 1\n---\nx', 'prepend', 'b', '---\na: 1\n---\nb\nx'],
      ['below frontmatter alone', '---\na: 1\n---', 'prepend', 'b', '---\na: 1\n---\nb'],
      ['below frontmatter alone, with its break', '---\na: 1\n---\n', 'prepend', 'b', '---\na: 1\n---\nb\n'],
      ['above what would underline it', '---\na: 1\n', 'prepend', 'b', 'b\n\n---\na: 1\n'],
    ] as const)('is at %s', (_name, text, mode, content, expected) => {
      expect(placeText(text, mode, content)).toBe(expected);
    });

    it('gives the same as one addition when it is added in parts', () => {
      let text = '';
      for (let times = 0; times < 1_000; times += 1) text = placeText(text, 'append', 'line\n');
      expect(text).toBe('line\n'.repeat(1_000));
    });

    it('refuses half characters', () => {
      expect(refusalOf(() => placeText('a', 'append', '\ud800')).code).toBe('invalid_argument');
    });
  });
});

import { z } from 'zod';
import { ToolFailure } from '../../../src/errors';
import {
  type CanvasOperation,
  editCanvas,
  type EditedCanvas,
} from '../../../src/markdown/canvas/canvas-edit';
import { searchedCanvas, cardAt } from '../../../src/markdown/canvas/canvas-text';

describe('edits', () => {
  const obsidian = [
    '{',
    '\t"nodes":[',
    '\t\t{"id":"a1","type":"text","text":"A\\u00e9","x":-100,"y":20.0,"width":250,"height":60,"own":{"k": [1]}},',
    '\t\t{"id":"b2","type":"file","file":"Note.md","x":200,"y":0,"width":400,"height":400}',
    '\t],',
    '\t"edges":[',
    '\t\t{"id":"e1","fromNode":"a1","fromSide":"right","toNode":"b2","toSide":"left"},',
    '\t\t{"id":"e2","fromNode":"b2","toNode":"b2"}',
    '\t],',
    '\t"metadata":{ "version":"1.0-1.0" }',
    '}',
  ].join('\n');

  function edit(text: string, ...operations: CanvasOperation[]): EditedCanvas {
    let count = 0;
    return editCanvas(text, operations, {
      newId: () => `id${(count += 1)}`,
      filePath: named => {
        if (named === 'None.md') throw new ToolFailure('not_found', 'There is no note.');
        return named;
      },
    });
  }

  const idea = { action: 'add_node', fields: { type: 'text', text: 'Idea' } } as const;
  const newNode = '{"id":"id1","type":"text","text":"Idea","x":640,"y":0,"width":250,"height":60}';
  const lastNode = '"width":400,"height":400}';

  function failureIn(canvas: string, ...operations: CanvasOperation[]): unknown {
    try {
      return edit(canvas, ...operations).text;
    } catch (error) {
      return error instanceof ToolFailure ? [error.code, error.message] : error;
    }
  }

  describe('an edit of a canvas', () => {
    test('adds a node on a line of its own, right of the last one, and keeps every other byte', () => {
      const { text, added } = edit(obsidian, idea);
      expect(text).toBe(obsidian.replace(lastNode, () => `${lastNode},\n\t\t${newNode}`));
      expect(added).toEqual(['id1']);
    });

    test('puts a new node beside all cards at its height, though a group may be around it', () => {
      const card = (id: string, x: number, y: number, more = {}) => ({
        id,
        type: 'text',
        text: id,
        x,
        y,
        width: 100,
        height: 100,
        ...more,
      });
      const group = { id: 'g', type: 'group', x: -500, y: -500, width: 3000, height: 3000 };
      const nodes = [card('far', 500, 0), card('wide', 240, 50, { width: 300 }), group, card('last', 0, 0)];
      const { text } = edit(JSON.stringify({ nodes, edges: [] }), idea, idea, {
        ...idea,
        fields: { ...idea.fields, y: 200 },
      });
      expect(
        z
          .object({ nodes: z.array(z.looseObject({ x: z.int() })) })
          .parse(JSON.parse(text))
          .nodes.slice(4),
      ).toMatchObject([
        { x: 640, y: 0 },
        { x: 930, y: 0 },
        { x: 1220, y: 200 },
      ]);
    });

    test('takes numbers that came as text, and no size below 1', () => {
      const moved = { action: 'update_node', id: 'a1', fields: { x: '-60', width: '300' } } as const;
      expect(edit(obsidian, moved).text).toBe(
        edit(obsidian, { ...moved, fields: { x: -60, width: 300 } }).text,
      );
      for (const width of [-5, 0, '-5'])
        expect(failureIn(obsidian, { ...moved, fields: { width } })).toContain('invalid_argument');
    });

    test('keeps CRLF, a byte order mark and spaces as the file has them', () => {
      const windows = `\uFEFF${obsidian.split('\n').join('\r\n')}\r\n`;
      expect(edit(windows, idea).text).toBe(
        windows.replace(lastNode, () => `${lastNode},\r\n\t\t${newNode}`),
      );
      const pretty = JSON.stringify(JSON.parse(obsidian), undefined, 2);
      const { text } = edit(pretty, idea);
      expect(text).toBe(JSON.stringify(JSON.parse(edit(obsidian, idea).text), undefined, 2));
    });

    test('keeps a compact file compact', () => {
      const compact = JSON.stringify(JSON.parse(obsidian));
      expect(edit(compact, idea).text).toBe(compact.replace(lastNode, () => `${lastNode},${newNode}`));
      expect(edit('{"nodes":[],"edges":[]}', idea).text).toBe(
        `{"nodes":[${newNode.replace('640', () => '0')}],"edges":[]}`,
      );
      expect(edit('{"own":1}', idea).text).toBe(`{"own":1,"nodes":[${newNode.replace('640', () => '0')}]}`);
    });

    test.each(['', '{}', ' \n'])('gives the empty canvas %j the form of Obsidian', empty => {
      expect(edit(empty, idea).text).toBe(
        `{\n\t"nodes":[\n\t\t${newNode.replace('640', () => '0')}\n\t],\n\t"edges":[]\n}`,
      );
    });

    test('changes the members that are named, and leaves the text of all others', () => {
      const fields = { text: 'B', color: '4', y: 20, own: null };
      expect(edit(obsidian, { action: 'update_node', id: 'a1', fields }).text).toBe(
        obsidian.replace('"A\\u00e9"', () => '"B"').replace(',"own":{"k": [1]}', () => ',"color":"4"'),
      );
      const same = { action: 'update_node', id: 'a1', fields: { text: 'Aé' } } as const;
      expect(edit(obsidian, same).text).toBe(obsidian);
    });

    test('removes a node with its edges, and returns their ids', () => {
      const { text, removedEdges } = edit(obsidian, { action: 'remove_node', id: 'a1' });
      expect(text).toBe(
        obsidian
          .split('\n')
          .filter(line => !/"id":"(?:a1|e1)"/u.test(line))
          .join('\n'),
      );
      expect(removedEdges).toEqual(['e1']);
      const none = edit(obsidian, { action: 'remove_node', id: 'b2' }, { action: 'remove_node', id: 'a1' });
      expect(JSON.parse(none.text)).toEqual({ nodes: [], edges: [], metadata: { version: '1.0-1.0' } });
      expect(none.removedEdges).toEqual(['e1', 'e2']);
      const bare = obsidian.replace('"id":"e1",', () => '');
      expect(edit(bare, { action: 'remove_node', id: 'a1' }).removedEdges).toEqual(['?']);
    });

    test('adds, changes and removes edges, also to nodes of the same call', () => {
      const { text } = edit(
        obsidian,
        { action: 'add_edge', fields: { fromNode: 'a1', toNode: 'new', label: 'so' } },
        { ...idea, id: 'new' },
        { action: 'update_edge', id: 'e2', fields: { toNode: 'new', toEnd: 'none' } },
        { action: 'remove_edge', id: 'e1' },
      );
      expect(JSON.parse(text)).toMatchObject({
        edges: [
          { id: 'e2', fromNode: 'b2', toNode: 'new', toEnd: 'none' },
          { id: 'id1', fromNode: 'a1', toNode: 'new', label: 'so' },
        ],
      });
    });

    test('uses the next id where the canvas has it already', () => {
      const taken = obsidian.replace('"e2"', () => '"id1"');
      expect(edit(taken, idea).added).toEqual(['id2']);
    });

    const edge = { fromNode: 'a1', toNode: 'b2' };
    test.each<[string, string, CanvasOperation[]]>([
      ['an id that is there', 'already_exists', [{ ...idea, id: 'e1' }]],
      [
        'an edge to a missing node',
        'target_not_found',
        [{ action: 'add_edge', fields: { ...edge, toNode: 'x' } }],
      ],
      [
        'an edge led to a missing node',
        'target_not_found',
        [{ action: 'update_edge', id: 'e1', fields: { toNode: 'x' } }],
      ],
      ['an edge without an end', 'invalid_argument', [{ action: 'add_edge', fields: { fromNode: 'a1' } }]],
      [
        'an end that is removed',
        'invalid_argument',
        [{ action: 'update_edge', id: 'e1', fields: { toNode: null } }],
      ],
      [
        'a node that is not there',
        'target_not_found',
        [{ action: 'update_node', id: 'e1', fields: { x: 1 } }],
      ],
      ['an edge that is not there', 'target_not_found', [{ action: 'remove_edge', id: 'a1' }]],
      [
        'a file that is not there',
        'not_found',
        [{ action: 'add_node', fields: { type: 'file', file: 'None.md' } }],
      ],
      ['a card without its text', 'invalid_argument', [{ action: 'add_node', fields: { type: 'text' } }]],
      ['an unknown type', 'invalid_argument', [{ action: 'add_node', fields: { type: 'card' } }]],
      ['a fraction', 'invalid_argument', [{ action: 'update_node', id: 'a1', fields: { x: 1.5 } }]],
      ['an unknown color', 'invalid_argument', [{ action: 'update_node', id: 'a1', fields: { color: '7' } }]],
      ['another id', 'invalid_argument', [{ action: 'update_node', id: 'a1', fields: { id: 'z' } }]],
      ['a change of nothing named', 'invalid_argument', [{ action: 'update_node', fields: { x: 1 } }]],
      ['a change without fields', 'invalid_argument', [{ action: 'update_node', id: 'a1' }]],
      ['a removal with fields', 'invalid_argument', [{ action: 'remove_node', id: 'a1', fields: { x: 1 } }]],
    ])('refuses %s, with the number of the operation', (_what, code, operations) => {
      expect(failureIn(obsidian, idea, ...operations)).toEqual([
        code,
        expect.stringMatching(/^Operation 2: /u),
      ]);
    });

    test.each(['{"nodes":[', '[]', '{"nodes":{}}', '{"nodes":[1]}', 'null'])('refuses %j', text => {
      expect(failureIn(text, idea)).toEqual(['unsupported_file', expect.any(String)]);
    });

    test('refuses an id that the canvas has twice', () => {
      const doubled = obsidian.replace('"b2"', () => '"a1"');
      expect(failureIn(doubled, { action: 'remove_node', id: 'a1' })).toEqual([
        'target_ambiguous',
        expect.any(String),
      ]);
    });
  });
});

describe('texts', () => {
  const textOf = (canvas: unknown): ReturnType<typeof readText> => readText(JSON.stringify(canvas));
  const readText = (json: string) => searchedCanvas(json);

  test('a canvas is searched by the texts of its cards, names of files, addresses and labels', () => {
    const { text, cards } = textOf({
      nodes: [
        { id: 'a', type: 'text', text: 'one\ntwo' },
        { id: 'b', type: 'file', file: 'Projects/Plan.md', subpath: '#Aims' },
        { id: 'c', type: 'link', url: 'https://example.org/x' },
        { id: 'd', type: 'group', label: 'Later' },
        { id: 'e', type: 'text', text: ' ' },
      ],
      edges: [{ id: 'f', fromNode: 'a', toNode: 'b', label: 'leads to' }],
    });
    expect(text).toBe('\none\ntwo\n\nPlan.md#Aims\n\nhttps://example.org/x\n\nLater\n\nleads to');
    expect(cards.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'f']);
    expect(text.split('\n').flatMap((_, index) => cardAt(cards, index + 1) ?? [])).toEqual([
      { card: 'a', line: 1 },
      { card: 'a', line: 2 },
      { card: 'a', line: 3 },
      { card: 'b', line: 1 },
      { card: 'b', line: 2 },
      { card: 'c', line: 1 },
      { card: 'c', line: 2 },
      { card: 'd', line: 1 },
      { card: 'd', line: 2 },
      { card: 'f', line: 1 },
    ]);
  });

  test('a card of two hundred thousand lines is searched', () => {
    const { text } = textOf({ nodes: [{ id: 'a', type: 'text', text: 'line\n'.repeat(200_000) }] });
    expect(text.length).toBe(1 + 5 * 200_000);
  });

  test('headings and open code of a card end with it', () => {
    const cards = ['# Aims\nfirst', '```\ncode', 'last'];
    const { text } = textOf({
      nodes: cards.map((card, id) => ({ id: String(id), type: 'text', text: card })),
    });
    expect(text).toBe('\n# Aims\nfirst\n\n#\n\n```\ncode\n```\n\nlast');
  });

  test.each(['', '{', '[]', '7', '{"nodes":{}}', '{"nodes":[1,null]}', '{"nodes":[{"text":4,"id":{}}]}'])(
    'a text that is no canvas has no texts: %s',
    json => {
      expect(readText(json)).toEqual({ text: '', cards: [] });
    },
  );

  test('a card without an id has none', () => {
    expect(textOf({ nodes: [{ text: 'x' }] }).cards).toEqual([{ id: '', line: 2 }]);
  });
});

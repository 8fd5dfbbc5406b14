import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { filesBelow, frontmatterOf, hasSubpath, linksOf, resolveLink, textOf, withoutCode } from './vault-folder';

const root = join(__dirname, '../../examples/vault');
const files = filesBelow(root);
const notes = files.filter(path => path.endsWith('.md'));
const texts = new Map(notes.map(path => [path, textOf(root, path)]));
const prose = [...texts.values()].map(withoutCode).join('\n');
const links = [...texts].flatMap(([path, text]) => linksOf(path, text));

/** Links that lead nowhere so that a reader sees what the vault says of them; AGENTS.md tells of them. */
const deliberatelyBroken = ['A map of the drowned road', 'Iron gall ink', 'Kettel stitch'];

const propertyKinds: [string, (value: unknown) => boolean][] = [
  ['text', value => value === 'Herman Melville'],
  ['a number', value => value === 1851],
  ['a fraction', value => value === 4.5],
  ['a checkbox', value => value === true],
  ['a date', value => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)],
  ['a date with a time', value => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)],
  ['an empty value', value => value === null],
  ['a list', value => Array.isArray(value) && value.length > 1],
  ['an empty list', value => Array.isArray(value) && value.length === 0],
  ['a link', value => typeof value === 'string' && /^\[\[.+\]\]$/.test(value)],
  ['a list of links', value => Array.isArray(value) && value.some(item => String(item).startsWith('[['))],
  ['a nested object', value => z.record(z.string(), z.unknown()).safeParse(value).success],
  ['a block of lines', value => typeof value === 'string' && value.includes('\n')],
];

const features: [string, RegExp][] = [
  ['a list of properties in block style', /^tags:\n {2}- /m],
  ['a list of properties in flow style', /^tags: \[.+, .+\]$/m],
  ['aliases', /^aliases:/m],
  ['cssclasses', /^cssclasses:/m],
  ['a comment in the frontmatter', /^[a-z]+: .+ {2}# /m],
  ['a folded block of text', /^history: >-$/m],
  ['a literal block of text', /^address: \|$/m],
  ['a nested inline tag', /\s#[a-z]+\/[a-z-]+\/[a-z-]+/],
  ['a tag in another script', /\s#(?:手紙|رسائل)/],
  ['a wikilink with other words', /[^!]\[\[[^\]|\n]+\|[^\]\n]+\]\]/],
  ['a link to a heading', /[^!]\[\[[^\]#\n]+#[^\]^\n]+\]\]/],
  ['a link to a block', /[^!]\[\[[^\]#\n]+#\^[^\]\n]+\]\]/],
  ['an embedded note', /^!\[\[Winter reading circle\]\]$/m],
  ['an embedded heading', /^!\[\[[^\]#\n]+#[^\]^\n]+\]\]$/m],
  ['an embedded block', /^!\[\[[^\]#\n]+#\^[^\]\n]+\]\]$/m],
  ['an embedded image with a width', /!\[\[[^\]\n]+\.png\|\d+\]\]/],
  ['an embedded base', /!\[\[Stock\.base#.+\]\]/],
  ['a Markdown link with encoded spaces', /\]\([^)\s]*%20[^)\s]*\)/],
  ['a Markdown link in angle brackets', /\]\(<.+>\)/],
  ['a block id of a paragraph', /^\p{L}.* \^[a-z-]+$/mu],
  ['a block id of a list item', /^(?:-|\d+\.) .* \^[a-z-]+$/m],
  ['a block id of a table', /^\|.*\|\n\n\^[a-z-]+$/m],
  ['a block id of a whole list', /^\d\. .*\n\n\^[a-z-]+$/m],
  ['an open task', /^- \[ \] /m],
  ['a done task', /^- \[x\] /m],
  ['a task in a state of its own', /^- \[[/>?!-]\] /m],
  ['a nested task', /^ {4}- \[ \] /m],
  ['a callout', /^> \[!tip\] /m],
  ['a folded callout', /^> \[![a-z]+\]- /m],
  ['a nested callout', /^> > \[![a-z]+\]/m],
  ['a table with aligned columns', /^\| ---: \|/m],
  ['inline math', /\$[^$\n]+\$/],
  ['a math block', /^\$\$\n/m],
  ['an inline comment', /^%% .+ %%$/m],
  ['a comment block', /^%%\n[^%]+\n%%$/m],
  ['a footnote', /^\[\^[a-z0-9]+\]: /m],
  ['an inline footnote', /\^\[.+\]/],
  ['an HTML block', /^<details>$/m],
  ['an HTML comment', /<!-- .+ -->/],
];

describe('the example vault', () => {
  it('has at least forty-five notes within 400 kB', () => {
    const size = files.reduce((sum, path) => sum + statSync(join(root, path)).size, 0);
    expect(notes.length).toBeGreaterThanOrEqual(45);
    expect(size).toBeLessThan(400_000);
  });

  it.each(features)('shows %s', (_name, pattern) => expect(prose).toMatch(pattern));

  it('has frontmatter that parses wherever a note begins with it', () => {
    for (const text of texts.values()) {
      if (text.startsWith('---')) expect(frontmatterOf(text)).toBeDefined();
    }
  });

  it.each(propertyKinds)('has a property that is %s', (_name, is) => {
    const values = [...texts.values()].flatMap(text => Object.values(frontmatterOf(text) ?? {}));
    expect(values.some(is)).toBe(true);
  });

  it('has code that looks like tags, links, tasks and headings', () => {
    const sampler = texts.get("Library/Workshop/Compositor's sampler.md") ?? '';
    const lookalikes = ['#not-a-tag', '[[Not a link]]', '- [ ] not a task', '# Not a heading'];
    for (const lookalike of lookalikes) {
      expect(sampler).toContain(lookalike);
      expect(withoutCode(sampler)).not.toContain(lookalike);
    }
  });

  it('nests folders three deep', () => {
    expect(notes.some(path => path.split('/').length === 4)).toBe(true);
  });

  it.each([
    ['Cyrillic', /\p{Script=Cyrillic}/u],
    ['Arabic', /\p{Script=Arabic}/u],
    ['Han', /\p{Script=Han}/u],
    ['emoji', /\p{Emoji_Presentation}/u],
    ['parentheses', /\(.+\)/],
    ['an ampersand', /&/],
  ])('has a note with %s in its name', (_name, pattern) => {
    expect(notes.some(path => pattern.test(path))).toBe(true);
  });

  it('uses only file names that every desktop system can hold', () => {
    expect(files.filter(path => /[\\:*?"<>|]/.test(path) || path !== path.normalize())).toEqual([]);
  });
});

describe('its links', () => {
  it('lead to a file, but for the three broken ones', () => {
    const broken = links.filter(link => resolveLink(files, link) === undefined).map(link => link.target);
    expect([...new Set(broken)].sort()).toEqual(deliberatelyBroken);
  });

  it('name headings and blocks that exist', () => {
    const missing = links.filter(link => {
      const text = texts.get(resolveLink(files, link) ?? '');
      return text !== undefined && !hasSubpath(text, link.target);
    });
    expect(missing).toEqual([]);
  });

  it('distinguish two notes of the same name by their folder', () => {
    expect(notes.filter(path => path.endsWith('/Paste.md'))).toHaveLength(2);
    expect(links.filter(link => link.target === 'Paste' || link.target.startsWith('Paste#'))).toEqual([]);
  });

  it('leave one note without links to it', () => {
    expect(links.filter(link => resolveLink(files, link) === 'Lost property & found.md')).toEqual([]);
  });
});

describe('its journal', () => {
  it('has one note a day for eleven days, where the daily notes are set up to go', () => {
    const days = Array.from({ length: 11 }, (_, day) => `Journal/2026-10-${String(5 + day).padStart(2, '0')}.md`);
    expect(notes.filter(path => path.startsWith('Journal/')).sort()).toEqual(days);
    const settings: unknown = JSON.parse(textOf(root, '.obsidian/daily-notes.json'));
    expect(settings).toEqual({ folder: 'Journal', format: 'YYYY-MM-DD', template: 'Templates/Day' });
  });

  it('has a weekly note under the default name at the root', () => {
    expect(notes).toContain('2026-W41.md');
  });

  it('has templates with the core variables', () => {
    const templates = notes.filter(path => path.startsWith('Templates/')).map(path => texts.get(path));
    for (const variable of ['{{title}}', '{{date}}', '{{time}}']) expect(templates.join()).toContain(variable);
  });
});

describe('its other files', () => {
  it('include a canvas whose cards are files of the vault and whose edges join cards', () => {
    const canvas = z
      .object({
        nodes: z.array(z.looseObject({ id: z.string(), type: z.string(), file: z.string().optional() })),
        edges: z.array(z.looseObject({ fromNode: z.string(), toNode: z.string() })),
      })
      .parse(JSON.parse(textOf(root, 'Reading room.canvas')));
    const ids = new Set(canvas.nodes.map(node => node.id));
    expect(new Set(canvas.nodes.map(node => node.type))).toEqual(new Set(['group', 'file', 'text', 'link']));
    for (const { file } of canvas.nodes) if (file !== undefined) expect(files).toContain(file);
    for (const edge of canvas.edges) expect(ids.has(edge.fromNode) && ids.has(edge.toNode)).toBe(true);
  });

  it('include a base with three views', () => {
    const base = z
      .looseObject({ views: z.array(z.looseObject({ type: z.string(), name: z.string() })) })
      .parse(parse(textOf(root, 'Library/Stock.base')));
    expect(base.views.map(view => view.name)).toEqual(['Everything', 'On loan', "Keeper's choice"]);
  });

  it('include a PNG with its signature, an SVG and a table of values', () => {
    const png = readFileSync(join(root, 'Attachments/skerrow-light.png'));
    expect(png.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
    expect(textOf(root, 'Attachments/tower-section.svg')).toMatch(/^<svg /);
    expect(textOf(root, 'Library/Autumn loans.csv')).toMatch(/^date,card,/);
  });

  it('include one note whose lines all end in CRLF, and no other', () => {
    const crlf = notes.filter(path => texts.get(path)?.includes('\r'));
    expect(crlf).toEqual(['Letters/Ferry office notice.md']);
    expect(texts.get('Letters/Ferry office notice.md')).not.toMatch(/(?<!\r)\n/);
  });

  it('include a guide for agents at the root, short enough for one result', () => {
    expect(texts.get('AGENTS.md')?.length).toBeLessThan(8_000);
  });
});

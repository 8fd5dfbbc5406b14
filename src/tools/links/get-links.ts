import * as z from 'zod';
import { counted } from '../../utils/text/pieces';
import { contains } from '../../utils/text/text-search';
import { cursor, direction, hinted, limit, notePath, paged, rare } from '../shared/fields';
import { withUnlinked } from '../shared/text-lines';
import { defineTool, noteFailures, READS } from '../tool';

const linkKind = z.enum(['link', 'embed', 'markdown', 'frontmatter', 'canvas', 'base']);

const link = { link: z.string(), kind: linkKind, line: z.int(), text: z.string().optional() };

const linksOutput = z.object({
  path: z.string(),
  outgoing: z
    .array(
      z.object({
        target: z.string().describe('The path, or the name if there is no such file.'),
        resolved: z.boolean(),
        ...link,
      }),
    )
    .optional(),
  incoming: z.array(z.object({ source: z.string(), ...link })).optional(),
  unlinked: z.array(z.object({ source: z.string(), line: z.int(), text: z.string() })).optional(),
  ...hinted,
  ...paged,
});

export const getLinks = defineTool({
  name: 'get_links',
  profile: 'core',
  title: 'Get links of a file',
  summary: 'Shows where a note links to, and what links to it.',
  family: 'links',
  risk: READS,
  description:
    'Get the links and backlinks of a note or other file, with lines, also in properties, canvases and bases.',
  input: z.strictObject({
    path: notePath.describe('Note, or another file with its extension.'),
    direction,
    withContext: rare(z.boolean().default(true).describe('Show the text of the lines. Default: true.')),
    includeUnlinked: rare(z.boolean().default(false).describe('Add unlinked mentions. Default: false.')),
    limit: limit(100, 1000),
    cursor,
  }),
  output: linksOutput,
  rest: 'Pass `withContext: false`, or read the lines.',
  failures: [...noteFailures, 'invalid_cursor'],
  async run(query, context) {
    const listing = context.services.linkListings.of(query, context.signal);
    return query.direction === 'out' ? listing : withUnlinked(listing, undefined, context);
  },
  text: renderLinks,
});

type Listed = z.input<typeof linksOutput>;
type Incoming = NonNullable<Listed['incoming']>;

/** A line for each link: its source or target, and the line of text. Pages show the groups in this order. */
function renderLinks(answer: Listed, { cursor: behind }: { readonly cursor?: string | undefined }): string[] {
  const { path, outgoing, incoming, unlinked, totalCount, hasMore } = answer;
  const links = outgoing?.map((row, at) => {
    const [part, text] = linkTexts(row, outgoing[at - 1]);
    const marks = `${row.resolved ? '' : ' (broken)'}${row.kind === 'link' ? '' : ` [${row.kind}]`}`;
    return `${row.line} → ${row.target}${part}${marks}${text}`;
  });
  const groups = [
    section('Links in it', links),
    incoming === undefined ? [] : incomingSections(incoming),
    section('Unlinked mentions', unlinked?.map(sourceLine)),
  ];
  const isFilled = (lines: readonly string[]): boolean => lines.length > 1;
  const sections = groups.flatMap((lines, at) => {
    const isFirst = behind === undefined || groups.slice(0, at).some(isFilled);
    const isWhole = isFirst && (!hasMore || groups.slice(at + 1).some(isFilled));
    return isFilled(lines) ? lines : lines.flatMap(title => (isWhole ? [`${title}: none`] : []));
  });
  const count =
    unlinked === undefined
      ? counted(totalCount, 'link')
      : counted(totalCount, 'link or mention', 'links and mentions');
  return [`${path} · ${count}`, ...sections];
}

const incomingTitles: Readonly<Record<z.infer<typeof linkKind>, string>> = {
  link: 'Links to it',
  markdown: 'Markdown links to it',
  embed: 'Embeds of it',
  frontmatter: 'Links to it in properties',
  canvas: 'Canvases that show it',
  base: 'Bases that name it',
};

/** Each kind has its title once. */
function incomingSections(incoming: Incoming): string[] {
  const kinds = [...new Set(incoming.map(({ kind }) => kind))];
  if (kinds.length === 0) return [incomingTitles.link];
  return kinds.flatMap(kind =>
    section(incomingTitles[kind], incoming.filter(one => one.kind === kind).map(sourceLine)),
  );
}

function section(title: string, lines: readonly string[] | undefined): string[] {
  return lines === undefined ? [] : [title, ...lines];
}

type Line = Partial<Incoming[number]>;

function sourceLine(row: Line, at: number, all: readonly Line[]): string {
  const [part, text] = linkTexts(row, all[at - 1]);
  return `${row.source}:${row.line}${part === '' ? '' : ` ${part}`}${text}`;
}

/** The linked part, where no text shows it, and the text, given only for the first link of a line. */
function linkTexts({ line, link = '', source, text }: Line, before?: Line): [part: string, text: string] {
  const isRepeated = before?.line === line && before?.source === source && before?.text === text;
  const part = /#.*/u.exec(link)?.[0] ?? '';
  if (text === undefined || isRepeated) return [part, ''];
  const own = onlyLink.test(text) ? '' : `: ${onlyProperty.exec(text)?.[1] ?? text}`;
  return [contains(text, part) ? '' : part, own];
}

/** A list item with nothing but the plain link. */
const onlyLink = /^\s*-\s*(["']?)\[\[[^[\]|#]*\]\]\1\s*$/u;

/** A property with nothing but the link: its name is enough. */
const onlyProperty = /^([^\s:]+):\s*(["']?)\[\[[^[\]|#]*\]\]\2\s*$/u;

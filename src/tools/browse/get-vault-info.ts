import * as z from 'zod';
import { rightsLevels } from '../../utils/rights';
import { counted, oneLine } from '../../utils/text/pieces';
import { isListed } from '../json-schema';
import { labelled, namesInLine } from '../shared/text-lines';
import { defineTool, READS, type Tool } from '../tool';

const vaultInfo = z.object({
  status: z.literal('ok'),
  vaultName: z.string(),
  vaultPath: z.string().optional(),
  counts: z.object({
    notes: z.int(),
    attachments: z.int(),
    folders: z.int(),
    totalSize: z.int().describe('Bytes.'),
  }),
  server: z.object({
    name: z.string(),
    version: z.string(),
    runtime: z.enum(['obsidian', 'headless']),
    appVersion: z.string(),
    protocolVersion: z.string(),
  }),
  access: z.object({
    token: z.string(),
    rights: z.enum(rightsLevels),
    readOnly: z.boolean(),
    folderRules: z.boolean(),
  }),
  plugins: z.array(z.object({ id: z.string(), enabled: z.boolean() })),
  index: z.object({
    state: z.enum(['ready', 'reading']),
    notesIndexed: z.int(),
    notScannedCount: z.int().optional(),
  }),
  topFolders: z.array(z.object({ path: z.string(), notes: z.int() })),
  topTags: z
    .array(z.object({ tag: z.string(), count: z.int() }))
    .describe('None yet while `index.state` is `reading`.'),
  otherTools: z.array(z.string()).optional().describe('Tools that are not listed but can be called.'),
  hints: z.array(z.string()).optional(),
  guide: z.object({ path: z.string(), text: z.string() }).optional(),
});

export const getVaultInfo = defineTool({
  name: 'get_vault_info',
  profile: 'core',
  title: 'Get vault info',
  summary: 'Gives an overview of the vault: its name, size, folders and tags, and your guide for clients.',
  family: 'browse',
  risk: READS,
  description:
    "Get an overview of the vault: size, main folders and tags, your permissions, and the owner's instructions. Call this first.",
  input: z.strictObject({
    limit: z.int().min(1).max(200).optional().describe('Max folders (default 10) and tags (default 20).'),
  }),
  output: vaultInfo,
  rest: ['Use `list` and `list_tags`.', 'Use `list`.', 'Ask for less with `limit`.'],
  failures: [],
  async run({ limit }, { services, protocolVersion, signal, unlisted }) {
    const info = await services.vaultOverview.describe(protocolVersion, signal, limit);
    const isUsual = ({ profile }: Tool): boolean => profile === 'standard';
    const otherTools = [...unlisted()]
      .sort((a, b) => Number(isUsual(b)) - Number(isUsual(a)))
      .map(signatureOf);
    return otherTools.length === 0 ? info : { ...info, otherTools };
  },
  text: renderVaultInfo,
});

/** Arguments that need no mention, since most tools have them. */
const general: ReadonlySet<string> = new Set(['limit', 'cursor', 'dryRun', 'ifMatch']);

/** Its name; for a tool of the standard list with its arguments: `rename_tag(from, to, path?)`. */
function signatureOf({ name, profile, input }: Tool): string {
  if (profile !== 'standard') return name;
  const own = Object.entries<z.core.$ZodType>(input.shape).filter(
    ([argument, field]) => !general.has(argument) && isListed(field, true),
  );
  return `${name}(${own.map(([argument, field]) => (z.safeParse(field, undefined).success ? `${argument}?` : argument)).join(', ')})`;
}

/** A line for each kind of fact; the owner's guide last, unchanged. */
function renderVaultInfo(info: z.input<typeof vaultInfo>): string {
  const {
    vaultName,
    vaultPath,
    counts,
    server,
    access,
    index,
    topFolders,
    topTags,
    otherTools = [],
    hints = [],
    guide,
  } = info;
  const plugins = info.plugins.filter(({ enabled }) => enabled).map(({ id }) => id);
  const limits = [
    ...(access.readOnly ? ['read-only at the moment'] : []),
    ...(access.folderRules ? ['sees only some folders'] : []),
  ];
  const folders = topFolders.map(
    ({ path, notes }) => `${path === '' ? '(root)' : namesInLine([path])} ${notes}`,
  );
  const tags = topTags.map(({ tag, count }) => `#${tag} ${count}`);
  const reading = `The vault is still being read (${counted(index.notesIndexed, 'note')} so far), so its tags are not known yet: ask again in a moment.`;
  const { notScannedCount = 0 } = index;
  const notScanned = `${counted(notScannedCount, 'note')} could not be scanned (too large, or the scanner stopped), so properties, tags and links are missing. Lectern tries again within minutes.`;
  const lines = [
    `Vault ${vaultName}${vaultPath === undefined ? '' : ` (${vaultPath})`}: ${counted(counts.notes, 'note')}, ${counted(counts.attachments, 'other file')}, ${counted(counts.folders, 'folder')}, ${counts.totalSize} B`,
    `Token ${access.token}: ${[`rights ${access.rights}`, ...limits].join(', ')}`,
    `Server ${server.name} ${server.version} in ${server.runtime} (app ${server.appVersion}), protocol ${server.protocolVersion}`,
    ...labelled('Plugins', plugins),
    ...labelled('Folders by notes', folders),
    ...labelled('Tags', tags),
    ...(index.state === 'reading' ? [reading] : []),
    ...(notScannedCount === 0 ? [] : [notScanned]),
    ...labelled('Not in your list, but you can call them (`?` marks optional arguments)', otherTools),
    ...hints.map(hint => `Hint: ${hint}`),
  ];
  if (guide === undefined) return lines.map(oneLine).join('\n');
  return [...lines.map(oneLine), '', `Guide of the owner (${guide.path}):`, '', guide.text].join('\n');
}

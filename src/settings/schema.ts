import * as z from 'zod';
import { approvalRules, profiles, rightsLevels, defaultProfile } from '../utils/rights';
import { plainRule } from '../utils/glob-utils';
import { publicAddress } from '../utils/urls';

export const maxNameLength = 60;

const settingsVersion = 1;

export const defaultPort = 27150;

export const maxGlobs = 64;
export const maxNames = 1000;

const globs = z.array(z.string().overwrite(plainRule).max(512)).max(maxGlobs);
const hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex');
const time = z.iso.datetime('must be a date and time in UTC such as 2027-01-01T00:00:00Z');
const names = z.array(z.string().max(200)).max(maxNames);

const rule = z.enum(approvalRules);

const within = ({ min, max }: { readonly min: number; readonly max: number }): z.ZodInt =>
  z.int().min(min).max(max);

const rulesOf = <Rule extends z.ZodType>(one: Rule) =>
  z.strictObject({ edit: one, overwrite: one, delete: one, move: one, massChange: one, command: one });

/** What happens before each kind of change; see src/utils/rights.ts. */
const approvalSchema = rulesOf(rule.default('allow'));
const ownApprovalSchema = rulesOf(rule.optional());

/** A token as `data.json` keeps it: never its value. */
export const tokenSchema = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(maxNameLength)
    .describe('What the token is called in the settings, the log and the journal.'),
  rights: z
    .enum(rightsLevels)
    .describe('What it may do: read, write, or full (commands, permanent deletion).'),
  valueHash: hash.describe('SHA-256 of its value, in hex.'),
  allow: globs.default([]).describe('Folders and files it may see; everything when empty.'),
  allowWrite: globs.default([]).describe('Of those, the ones it may write to; all of them when empty.'),
  deny: globs.default([]).describe('Folders and files it never sees; overrides the two lists above.'),
  disabledTools: names.default([]).describe('Tools switched off for it.'),
  profile: z
    .enum(profiles)
    .default(defaultProfile)
    .describe('How many tools its clients are shown: core for daily work, standard, or all.'),
  listOutputSchemas: z
    .boolean()
    .default(false)
    .describe('Whether the list has the schemas of answers too, for clients that write code against tools.'),
  approval: ownApprovalSchema
    .optional()
    .describe('Approval rules of this token, in place of the general ones.'),
  asksInClient: z
    .boolean()
    .optional()
    .describe(
      'Whether approval is asked for in the client, where that can ask its user (elicitation), and not in Obsidian or the terminal.',
    ),
  remote: z
    .boolean()
    .optional()
    .describe('Whether its value holds at the public address too; tokens of clients that signed in do.'),
  paired: z
    .boolean()
    .optional()
    .describe('Whether it is the connection of a client that signed in at the public address.'),
  expires: time.optional().describe('When it stops working.'),
  created: time.optional(),
});
export type StoredToken = z.output<typeof tokenSchema>;

/** The kinds of notices, each of which can be switched off. */
const noticesSchema = z.strictObject({
  writes: z.boolean().default(true).describe('Show a notice when a client changed the vault.'),
  connections: z
    .boolean()
    .default(true)
    .describe('Show a notice when a token is first used after the start.'),
  problems: z.boolean().default(true).describe('Show a notice when the server cannot run.'),
});

export const journalDays = { min: 1, max: 3650 } as const;
export const journalMegabytes = { min: 1, max: 10_000 } as const;
export const searchMemory = { min: 0, max: 65_536 } as const;
/** MB. The app reads a file in many times the time that the host takes. */
const defaultMemory = { inApp: 512, inHost: 64 } as const;
export const approvalSeconds = { min: 5, max: 3600 } as const;
export const callSeconds = { min: 5, max: 600, default: 30 } as const;

export const maxTokens = 100;
/** How many hashes of revoked tokens are kept; the oldest are dropped. */
export const maxRevoked = 1000;

/** Everything that `data.json` holds. */
export const settingsSchema = z.strictObject({
  version: z.literal(settingsVersion).default(settingsVersion),
  port: z
    .int()
    .min(0)
    .max(65535)
    .default(defaultPort)
    .describe(
      'The port on this machine; 0 takes any free one. In Obsidian a device may use another for the vault, if it was taken there.',
    ),
  host: z.string().min(1).max(255).default('127.0.0.1').describe('The address to listen on.'),
  allowedOrigins: z
    .array(z.string().max(200))
    .max(20)
    .default([])
    .describe('Web origins that may call, besides the server’s own.'),
  publicUrl: z
    .string()
    .max(200)
    .refine(
      text => text === '' || publicAddress(text) !== undefined,
      'must be a plain https address such as https://notes.example.org/vault',
    )
    .default('')
    .describe(
      'The https address at which a tunnel or proxy of your own passes clients elsewhere on to this server, which then may sign in with your consent; none when empty.',
    ),
  clientDocuments: z
    .boolean()
    .default(false)
    .describe(
      'Whether a client that signs in may name itself by the https address of a document, which Lectern then fetches from there while a pairing is open.',
    ),
  autoStart: z.boolean().default(true).describe('Start the server when the app opens the vault.'),
  tokens: z.array(tokenSchema).max(maxTokens).default([]),
  revoked: z
    .array(hash)
    .max(maxRevoked)
    .default([])
    .describe('Hashes of tokens that were revoked, so that no synced copy of the settings brings one back.'),
  readOnly: z.boolean().default(false).describe('No token may write, whatever its rights.'),
  approval: approvalSchema
    .prefault({})
    .describe(
      'Whether `edit`, `overwrite`, `delete`, `move`, `massChange` (more than five files) or `command` is allowed, asked about, or refused: `allow`, `ask`, `refuse`.',
    ),
  approvalSeconds: within(approvalSeconds)
    .default(120)
    .describe('How many seconds the user has to answer before the change is refused.'),
  journalDays: within(journalDays)
    .default(30)
    .describe('How many days the journal keeps what it needs to undo a change.'),
  journalMegabytes: within(journalMegabytes)
    .default(100)
    .describe('Limit for the journal, in MB; the oldest changes are removed first.'),
  runTemplater: z
    .boolean()
    .default(false)
    .describe('Tokens with full rights may create notes from templates that run code by Templater.'),
  searchMemory: within(searchMemory)
    .optional()
    .describe(
      'Memory for the texts of notes, in MB, a sixteenth of it for those of more than 1 MB. Without it 512 in Obsidian and 64, enough for about 15,000 notes, in the headless host, where reading a note again costs little. After a start half as much again may be used until the words of all notes are counted. With less, searches read the remaining notes from the disk and are slower.',
    ),
  hidden: globs.default([]).describe('Folders and files that no token sees.'),
  promptsFolder: z
    .string()
    .max(512)
    .regex(/^(?!(?:.*[\\/])?\.\.(?:[\\/]|$))/s, 'must be a folder of the vault, without ".."')
    .default('')
    .describe('The folder whose notes are prompts; none when empty.'),
  disabledTools: names.default([]).describe('Tools switched off for all tokens.'),
  enabledTools: names.default([]).describe('Tools switched on that are off by default.'),
  callSeconds: within(callSeconds)
    .default(callSeconds.default)
    .describe('How long a call may take, in seconds.'),
  notices: noticesSchema
    .default(noticesSchema.parse({}))
    .describe('Which notices are shown: `writes`, `connections` and `problems`, each true or false.'),
  welcomed: z.boolean().default(false).describe('Whether the page of the first start was shown.'),
  commandAllowList: z
    .array(z.string().min(1).max(500))
    .max(1000)
    .default([])
    .describe(
      'Ids of commands that `execute_command` may run; `*` at the end allows all that start with the text before it.',
    ),
  searchAttachments: z
    .boolean()
    .default(false)
    .describe('Let `search` look into PDFs and images, through the Text Extractor plugin if it is on.'),
  embeddingsServer: z
    .string()
    .max(200)
    .default('')
    .describe(
      'Address of a program on this computer that offers `/v1/embeddings`, which gets the texts of notes; none when empty. Other computers are refused.',
    ),
  embeddingsModel: z.string().max(200).default('').describe('The model to request from that program.'),
});
export type Settings = z.output<typeof settingsSchema>;

/** The settings that grant rights: on a device, only those made or accepted there apply (trust.ts). */
export const securitySchema = z.object(
  settingsSchema.pick({
    host: true,
    allowedOrigins: true,
    publicUrl: true,
    clientDocuments: true,
    tokens: true,
    readOnly: true,
    hidden: true,
    approval: true,
    disabledTools: true,
    enabledTools: true,
    commandAllowList: true,
    runTemplater: true,
    embeddingsServer: true,
  }).shape,
);
export type SecurityPart = z.output<typeof securitySchema>;

const valueRule = '16 to 512 printable characters without spaces';

/**
 * A token's value as a client can send it after `Bearer`. Values made by Lectern have 256 bits. An owner may
 * choose another one, but not one that can be guessed by trying: nothing limits the attempts.
 */
export const tokenValueSchema = z
  .string()
  .regex(/^[!-~]{16,512}$/, `must be ${valueRule}`)
  .describe(valueRule);

/** A token of an overlay may include its value, which is hashed at once and never stored. */
const overlayTokenSchema = z
  .strictObject({
    ...tokenSchema.shape,
    valueHash: hash.optional(),
    value: tokenValueSchema.optional(),
  })
  .refine(
    token => (token.value === undefined) !== (token.valueHash === undefined),
    'needs either `value` or `valueHash`',
  );

/** Settings for one run: any part of the stored settings. */
export const overlaySchema = z
  .strictObject({ ...settingsSchema.shape, tokens: z.array(overlayTokenSchema).max(maxTokens) })
  .partial();

export type GivenSettings = z.output<typeof overlaySchema>;

/** Memory for the texts of notes in MB, of the user or by default. */
export function searchMemoryOf(settings: Settings, isHosted: boolean): number {
  return settings.searchMemory ?? (isHosted ? defaultMemory.inHost : defaultMemory.inApp);
}

/** How much of the past the journal keeps: milliseconds and bytes. */
export function retentionOf(settings: Settings): { age: number; bytes: number } {
  return { age: settings.journalDays * 24 * 3_600_000, bytes: settings.journalMegabytes * 1024 * 1024 };
}

import { Client, ProtocolError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { RunningLectern } from '../support/lectern';
import { tools } from '../../src/tools';
import type { Profile } from '../../src/utils/rights';
import { answerSchema, type Given, type RecordedAnswer } from './answer';
import type { Call, Story, Who } from './call';
import { callTime, normalised } from './fixed-sources';
import type { Contents, GivenVault } from './given-vault';

const minute = 60_000;
const tokenOf = (who: Who): string => `lct_test-token-of-the-${who}-0`;

const settingsFor = (profile: Profile): Record<string, unknown> => ({
  hidden: ['Generated/Fields/North/Far'],
  promptsFolder: 'Prompts',
  enabledTools: ['execute_command'],
  commandAllowList: ['stamps:*', 'lectern-mcp:no-such'],
  tokens: [
    { name: 'owner', rights: 'full', value: tokenOf('owner'), profile },
    {
      ...{ name: 'reader', rights: 'read', value: tokenOf('reader'), profile },
      deny: ['Letters', 'Generated/Closed'],
    },
    {
      ...{ name: 'scribe', rights: 'write', value: tokenOf('scribe'), profile },
      ...{
        allowWrite: ['Projects', 'Generated/Projects'],
        deny: ['Letters'],
        approval: { delete: 'refuse' },
      },
    },
  ],
});

/** The others are methods of the protocol, or only read. */
const changing = new Set(tools.filter(({ risk }) => !risk.annotations.readOnlyHint).map(({ name }) => name));

/** Neither the plugin's nor the app's own. */
const isOfVault = (path: string): boolean => !path.startsWith('.obsidian/');

const resultSchema = z.looseObject({
  content: z.array(z.looseObject({ text: z.string().optional() })).default([]),
  structuredContent: z.unknown(),
  isError: z.boolean().optional(),
});

const cursorOf = (structured: unknown): string | undefined =>
  z.object({ nextCursor: z.string() }).safeParse(structured).data?.nextCursor;

/** The result of a tool, or of another method such as `prompts/get`, whose answer becomes the structured part. */
async function asked(client: Client, name: string, given: Given): Promise<unknown> {
  try {
    if (!name.includes('/')) return await client.callTool({ name, arguments: given });
    return { structuredContent: await client.request({ method: name, params: given }, z.looseObject({})) };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return {
      isError: true,
      structuredContent: { code: error.code, message: error.message, data: error.data },
    };
  }
}

/** A vault with its clients, which makes calls and keeps what they are answered with. */
export class Recorder {
  private readonly clients = new Map<Who, Client>();
  private before: Contents;
  private calls = 0;
  private hasOnlyRead = true;

  private constructor(
    private readonly lectern: RunningLectern,
    private readonly vault: GivenVault,
  ) {
    this.before = vault.contents();
  }

  /**
   * Restores the vault first.
   * @param profile of all tokens
   */
  static async start(folder: GivenVault, profile: Profile = 'all'): Promise<Recorder> {
    jest.setSystemTime(callTime);
    folder.restore();
    const lectern = await RunningLectern.start({ folder, settings: settingsFor(profile), tokens: [] });
    for (const name of ['Ink', 'Wax'])
      lectern.host.internals.commands.addCommand({
        ...{ id: `stamps:${name}`, name: `Stamps: ${name}`, callback: () => undefined },
      });
    await lectern.host.metadataSettled();
    return new Recorder(lectern, folder);
  }

  async close(): Promise<void> {
    for (const client of this.clients.values()) await client.close();
    await this.lectern.close();
  }

  /**
   * The next call is at the time of the first.
   * @returns false if an answer could depend on the calls up to now
   * @throws Error if a call that only reads has changed a file
   */
  beginAgain(): boolean {
    this.expectUnchanged();
    this.calls = 0;
    return this.hasOnlyRead;
  }

  private expectUnchanged(): void {
    const { files } = this.changes();
    if (files !== undefined)
      throw new Error(`Calls that only read changed ${Object.keys(files).join(', ')}.`);
  }

  /** @returns the answers, and whether the vault is no more as it was */
  async tell(story: Story): Promise<{ readonly answers: RecordedAnswer[]; readonly isChanged: boolean }> {
    const answers: RecordedAnswer[] = [];
    const structured: Record<string, unknown>[] = [];
    for (const call of story)
      for (const answer of await this.pagesOf(call, structured)) {
        answers.push(answer);
        structured.push(z.record(z.string(), z.unknown()).catch({}).parse(answer.structured));
      }
    const isChanged = answers.some(({ files }) => files !== undefined);
    if (isChanged) this.expectUnchanged();
    return { answers, isChanged };
  }

  private async pagesOf(call: Call, before: readonly Record<string, unknown>[]): Promise<RecordedAnswer[]> {
    const { given: of, pages = 0 } = call;
    const given = typeof of === 'function' ? of(before) : of;
    const first = await this.answerTo(call, given);
    const answers = [first];
    let cursor = cursorOf(first.structured);
    for (let page = 0; page < pages && cursor !== undefined; page += 1) {
      const next = await this.answerTo(call, { ...given, cursor });
      answers.push(next);
      cursor = cursorOf(next.structured);
    }
    return answers;
  }

  /** Makes one call, which changes nothing. */
  ask(call: Call, given: Given): Promise<RecordedAnswer> {
    return this.answerTo(call, given, () => ({}));
  }

  private async answerTo(
    { who, tool }: Call,
    given: Given,
    changes = () => (changing.has(tool) ? this.changes() : {}),
  ): Promise<RecordedAnswer> {
    this.calls += 1;
    if (changing.has(tool)) this.hasOnlyRead = false;
    jest.setSystemTime(callTime + this.calls * minute);
    const client = await this.clientOf(who);
    const { content, structuredContent, isError } = resultSchema.parse(await asked(client, tool, given));
    const blocks = content.map(({ text, ...block }) => ({
      ...block,
      ...(text === undefined ? {} : { text: text.split('\n') }),
    }));
    const answer = {
      ...{ who, tool, given },
      ...(isError === true ? { isError } : {}),
      ...{ content: blocks, structured: structuredContent },
      ...changes(),
    };
    const plain: unknown = JSON.parse(normalised(JSON.stringify(answer), this.lectern.folder.path));
    return answerSchema.parse(plain);
  }

  /** The names of the tools that a token is shown. */
  async listedTo(who: Who): Promise<ReadonlySet<string>> {
    const { tools } = await (await this.clientOf(who)).listTools();
    return new Set(tools.map(({ name }) => name));
  }

  private async clientOf(who: Who): Promise<Client> {
    const known = this.clients.get(who);
    if (known !== undefined) return known;
    const client = new Client({ name: 'recorder', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const requestInit = { headers: { Authorization: `Bearer ${tokenOf(who)}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(this.lectern.url), { requestInit }));
    this.clients.set(who, client);
    return client;
  }

  private changes(): Pick<RecordedAnswer, 'files'> {
    const after = this.vault.contents(this.before);
    const paths = [...new Set([...this.before.keys(), ...after.keys()])].filter(isOfVault).sort();
    const changed = paths
      .map(path => [path, this.before.get(path)?.bytes, after.get(path)?.bytes] as const)
      .filter(([, before, now]) => !isSame(before, now));
    const before = [...this.before];
    this.before = after;
    if (changed.length === 0) return {};
    const whereItWas = (bytes?: Buffer): string | undefined =>
      before.find(([, old]) => isSame(old.bytes, bytes))?.[0];
    return {
      files: Object.fromEntries(changed.map(([path, , now]) => [path, recordedFile(now, whereItWas(now))])),
    };
  }
}

const isSame = (one?: Buffer, other?: Buffer): boolean =>
  one === undefined || other === undefined ? one === other : one.equals(other);

/** @param from the path at which a file had these bytes before the call */
function recordedFile(bytes: Buffer | undefined, from: string | undefined): string[] | string | null {
  if (bytes === undefined) return null;
  if (from !== undefined) return `as ${from}`;
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text.split('\n') : `base64 ${bytes.toString('base64')}`;
}

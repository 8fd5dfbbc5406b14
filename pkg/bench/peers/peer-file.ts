/** The file that names the servers to compare with ours, and the calls of each. */
import { z } from 'zod';

/** A call of one tool. In every string `{vault}` becomes the folder of that server's copy of the vault. */
const callSchema = z.strictObject({
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()).default({}),
});

const peerSchema = z
  .strictObject({
    name: z.string(),
    /** Started over standard input and output, or, if `url` is given, before it is connected to. */
    command: z.array(z.string()).min(1).optional(),
    environment: z.record(z.string(), z.string()).default({}),
    /** Of a server over HTTP. */
    url: z.url().optional(),
    headers: z.record(z.string(), z.string()).default({}),
    /** By the name of the job; servers that have the same job are compared. */
    calls: z.record(z.string(), callSchema).default({}),
  })
  .refine(({ command, url }) => command !== undefined || url !== undefined, 'needs a command or a url');

export type Peer = z.infer<typeof peerSchema>;

/** @throws Error that describes the invalid file */
export function parsePeers(json: string): readonly Peer[] {
  const parsed = z.strictObject({ peers: z.array(peerSchema).min(1) }).safeParse(JSON.parse(json));
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  return parsed.data.peers;
}

/** The peer with `{vault}` replaced everywhere. */
export function peerOf(peer: Peer, vault: string): Peer {
  const filled: unknown = JSON.parse(JSON.stringify(peer), (_key, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('{vault}', () => vault) : value,
  );
  return peerSchema.parse(filled);
}

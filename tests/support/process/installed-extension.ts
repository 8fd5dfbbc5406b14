import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { z } from 'zod';
import { bridgedClient, type BridgedClient } from './bridged-client';

const manifest = z.object({
  manifest_version: z.literal('0.3'),
  server: z.object({
    entry_point: z.string(),
    mcp_config: z.object({ args: z.array(z.string()), env: z.record(z.string(), z.string()) }),
  }),
  user_config: z.object({ url: z.object({ default: z.string() }), token: z.object({ default: z.string() }) }),
});

/** The archive, installed as Claude Desktop does it. */
export class InstalledExtension {
  private readonly folder = mkdtempSync(join(tmpdir(), 'lectern-extension-'));
  readonly manifest: z.output<typeof manifest>;

  constructor(archive: Uint8Array) {
    const files = unzipSync(archive);
    for (const [path, bytes] of Object.entries(files)) {
      mkdirSync(join(this.folder, path, '..'), { recursive: true });
      writeFileSync(join(this.folder, path), bytes);
    }
    this.manifest = manifest.parse(JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array())));
  }

  start(era: '2025' | '2026', url = this.manifest.user_config.url.default): Promise<BridgedClient> {
    const args = this.manifest.server.mcp_config.args.map(arg =>
      arg.replace('${__dirname}', () => this.folder),
    );
    const token = this.manifest.user_config.token.default;
    return bridgedClient(era, { args, env: { LECTERN_URL: url, LECTERN_TOKEN: token } });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}

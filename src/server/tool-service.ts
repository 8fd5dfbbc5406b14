import { after, randomText } from '../platform';
import type { Grant } from '../vault/access/access';
import type { Services } from '../vault/services';
import type { IncomingFiles } from '../vault/writing/attachments/incoming-files';
import { ToolRunner, type ToolRunnerOptions } from './calls/tool-runner';
import { type McpServerOptions, mcpServers } from './mcp/mcp-server';
import { createProtocol, type ProtocolOptions } from './mcp/protocol';
import { ChangeHub, type HubOptions } from './sessions/change-hub';
import type { ServiceOptions } from './mcp-service';
import { UploadAddresses } from './uploads/upload-addresses';
import { UploadReceiver } from './uploads/upload-receiver';

interface ToolServiceOptions
  extends
    Omit<ProtocolOptions, 'createServer' | 'servicesFor' | 'hub'>,
    Pick<HubOptions, 'changes' | 'slicer'>,
    Omit<McpServerOptions, 'runner' | 'servicesFor'>,
    Omit<ToolRunnerOptions, 'uploads' | 'servicesFor'> {
  readonly servicesFor: (grant: Grant) => Services;
  /** Where contents of attachments are kept while they arrive. */
  readonly incoming: IncomingFiles;
  /** Prefix of the secrets in upload addresses. */
  readonly uploadPrefix?: string;
}

/** Handles calls of tools: the protocol, and the upload addresses. */
export function toolService(options: ToolServiceOptions): Pick<ServiceOptions, 'createProtocol' | 'uploads'> {
  const { incoming: files, access, entries, clock } = options;
  const addresses = new UploadAddresses({ clock, random: randomText, prefix: options.uploadPrefix });
  const runner = new ToolRunner({ ...options, uploads: addresses });
  const createServer = mcpServers({ ...options, runner });
  return {
    createProtocol: () =>
      createProtocol({ ...options, createServer, hub: new ChangeHub({ ...options, after }) }),
    uploads: new UploadReceiver({ addresses, files, runner, access, entries, clock }),
  };
}

import { McpService } from '../../src/server/mcp-service';
import { createProtocol } from '../../src/server/protocol';
import type { ServiceParts } from '../../src/server/mcp-service';
import { CallLog } from '../../src/server/call-log';
import { CallSlots } from '../../src/server/call-slots';

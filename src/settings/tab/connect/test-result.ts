import type { ConnectionResult } from '../../../server/http/connection-test';
import { t } from '../../../ui/text/text';

/** What a test of the connection found. */
export function testResult(result: ConnectionResult): string {
  switch (result.kind) {
    case 'answered':
      return t('connections.test.works', { count: result.tools });
    case 'refused':
      return result.status === 401
        ? t('connections.test.badToken')
        : t('connections.test.otherServer', { status: String(result.status) });
    case 'unreachable':
      return t('connections.test.nothing');
  }
}

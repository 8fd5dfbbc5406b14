import { z } from 'zod';
import type { AppInterface } from '../../../src/app-interface';
import { settingsSchema, tokenSchema } from '../../../src/settings/schema';
import type { Grant } from '../../../src/vault/access/access';
import { manifest, type RunningLectern, testToken } from '../../support/lectern';
import { activityAnswers } from './activity-answers';
import type { Answers } from './bridge';

/** The real parts of the running plugin, one answer each. */
export function answersOf(lectern: RunningLectern, appInterface: AppInterface): Answers {
  const { tab } = appInterface;
  const { secretStorage } = lectern.host.app;
  const { store, live, grantPreview } = tab;
  return {
    ...activityAnswers(appInterface),
    manifest: () => manifest,
    overlay: () => (store.isHosted ? hostOverlay : {}),
    start: tab.server.start,
    stop: tab.server.stop,
    restart: tab.server.restart,
    'live.state': () => live.state,
    'live.setPaused': isPaused => live.setPaused(isPaused === true),
    'settings.load': async () => {
      const { adapter } = lectern.host.app.vault;
      const file = `.obsidian/plugins/${manifest.id}/data.json`;
      const stored: unknown = (await adapter.exists(file)) ? JSON.parse(await adapter.read(file)) : {};
      return stored;
    },
    'settings.save': settings => store.update(() => settingsSchema.parse(settings)),
    'secret.get': id => secretStorage.getSecret(String(id)),
    'secret.set': (id, value) => secretStorage.setSecret(String(id), String(value)),
    'local.get': (key): unknown => localStorage(lectern).loadLocalStorage(String(key)),
    'local.set': (key, value) => localStorage(lectern).saveLocalStorage(String(key), value),
    'reach.count': grant => grantPreview.count(grantShape.parse(grant), new AbortController().signal),
    'reach.idle': rules => grantPreview.idle(globs.parse(rules)),
    'reach.at': (grant, path) => grantPreview.at(grantShape.parse(grant), String(path)),
    folders: () => tab.folders(),
    'journal.usage': () => tab.journal.usage(),
    'journal.clear': () => tab.journal.clear(),
    setupTexts: value => tab.clients.setupTextsWith(String(value)),
    desktopExtension: async value => [...(await tab.clients.desktopExtension(String(value)))],
    testConnection: token => tab.testConnection(String(token)),
    lastUse: token => tab.lastUse(tokenSchema.parse(token)),
  };
}

const localStorage = ({ host }: RunningLectern): RunningLectern['host']['app'] => host.app;

const hostOverlay = {
  settings: { port: 0 },
  tokens: [{ name: 'test', value: testToken, rights: 'full' }],
};

const globs = z.array(z.string());
const grantShape: z.ZodType<Grant> = z.object({
  token: z.string(),
  rights: z.enum(['read', 'write', 'full']),
  allow: globs,
  allowWrite: globs,
  deny: globs,
  disabledTools: globs,
});

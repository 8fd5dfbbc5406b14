import { browser } from '@wdio/globals';
import { equal, match, ok } from 'node:assert/strict';
import { succeed, textOf, until } from '../../support/app-under-test';
import { RealApp } from '../../support/real-app';
import { withFolders } from '../../support/settings-text';

// Only where the run has PARTNERS=1: the service downloads these plugins from the community directory.
describe('E14: released community plugins', () => {
  let app: RealApp;
  beforeEach(async () => {
    app = await RealApp.open();
    await app.write('Projects/Plan.md', '---\nstatus: lent\n---\n# Head\n\n- [ ] under a heading\n');
    await app.write('T/Title.md', '# <% tp.file.title %>\n');
  });
  afterEach(() => app.close());

  it('Dataview evaluates each kind of query, TASK with the heading as text', async () => {
    await until('Dataview has the task', async () => {
      const { isError, text } = await app.client.call('query_dataview', { query: 'TASK FROM "Projects"' });
      return !isError && text.includes('under a heading');
    });
    const rows = async (query: string): Promise<string> =>
      JSON.stringify((await succeed(app, 'query_dataview', { query }))['rows']);
    match(await rows('TASK FROM "Projects"'), /"Projects\/Plan\.md#Head"/);
    match(await rows('LIST FROM "Projects"'), /Projects\/Plan\.md/);
    match(await rows('TABLE status FROM "Projects"'), /Projects\/Plan\.md.*lent/);
    match(await rows('CALENDAR file.mtime FROM "Projects"'), /Projects\/Plan\.md/);
  });

  it('a template without Templater’s consent is not run as code', async () => {
    await succeed(app, 'create_note', { path: 'From template.md', template: 'T/Title' });
    ok((await textOf(app, 'From template.md'))?.includes('tp.file.title'));
  });

  // Only the user gives this consent, and it is for tokens with full rights.
  it('a template is run by Templater once the user has consented', async () => {
    await browser.executeObsidian(({ plugins }) =>
      plugins.lecternMcp.lectern.appInterface.tab.store.update(settings => ({
        ...settings,
        runTemplater: true,
        tokens: settings.tokens.map(token => ({ ...token, rights: 'full' as const })),
      })),
    );
    await succeed(app, 'create_note', { path: 'By Templater.md', template: 'T/Title' });
    equal(await textOf(app, 'By Templater.md'), '# By Templater\n');
  });

  it('the server answers beside Omnisearch, Periodic Notes and the others', async () => {
    const { isError } = await app.client.call('get_vault_info', {});
    equal(isError, false);
  });

  // The last one: this device does not take wider rules from a file.
  it('Dataview is not asked for a token that does not see the whole vault', async () => {
    const path = await app.dataFile();
    app.put(path, withFolders((await textOf(app, path)) ?? '', ['Projects']));
    await until('the query is refused', async () => {
      const { isError, text } = await app.client.call('query_dataview', { query: 'TASK FROM "Projects"' });
      return isError && text.startsWith('permission_denied');
    });
    await succeed(app, 'read_note', { path: 'Projects/Plan.md' });
  });
});

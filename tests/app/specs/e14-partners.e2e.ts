import { equal, ok } from 'node:assert/strict';
import { succeed, textOf, until } from '../support/app-under-test';
import { RealApp } from '../support/real-app';

// Only where the run has PARTNERS=1: the service downloads these plugins from the community directory.
describe('E14: released community plugins', () => {
  let app: RealApp;
  beforeEach(async () => {
    app = await RealApp.open();
    await app.write('Projects/Plan.md', '# Head\n\n- [ ] under a heading\n');
    await app.write('T/Title.md', '# <% tp.file.title %>\n');
  });
  afterEach(() => app.close());

  it('Dataview answers TASK with the heading as text', async () => {
    await until('Dataview has the task', async () => {
      const { isError, text } = await app.client.call('query_dataview', { query: 'TASK FROM "Projects"' });
      return !isError && text.includes('under a heading');
    });
    const answer = await succeed(app, 'query_dataview', { query: 'TASK FROM "Projects"' });
    ok(JSON.stringify(answer).includes('Projects/Plan.md#Head'), JSON.stringify(answer));
  });

  it('a template without Templater’s consent is not run as code', async () => {
    await succeed(app, 'create_note', { path: 'From template.md', template: 'T/Title' });
    ok((await textOf(app, 'From template.md'))?.includes('tp.file.title'));
  });

  it('Omnisearch, Periodic Notes and the others leave the server as it is', async () => {
    const { isError } = await app.client.call('get_vault_info', {});
    equal(isError, false);
  });
});

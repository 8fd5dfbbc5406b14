import { browser } from '@wdio/globals';
import { obsidianPage } from 'wdio-obsidian-service';
import { z } from 'zod';
import { answersBasesAsTheApp, baseWithQuestions, type PrintedRow } from '../../checks/bases';
import { RealApp, where } from '../../support/real-app';

const [major = 0, minor = 0, patch = 0] = browser.getObsidianInstallerVersion().split('.').map(Number);
const hasCommandLine = major > 1 || (major === 1 && (minor > 11 || (minor === 11 && patch >= 7)));
const printedRows = z.array(z.record(z.string(), z.string()));

async function queryInApp(path: string, view: string): Promise<PrintedRow[]> {
  const words = ['base:query', `path=${path}`, `view=${view}`, 'format=json'];
  const { stdout } = await obsidianPage.runObsidianCli(words);
  return printedRows.parse(JSON.parse(stdout));
}

describe('E18: bases', () => {
  let app: RealApp;
  beforeEach(async () => {
    app = await RealApp.open();
    await baseWithQuestions(app);
  });
  afterEach(() => app.close());

  where(hasCommandLine)('query_base answers what base:query of the app answers', () =>
    answersBasesAsTheApp(app, queryInApp),
  );
});

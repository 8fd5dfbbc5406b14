import { deletesAndRestores, keepsMarkAndLineEnds, renamesByCaseAlone } from '../../checks/file-forms';
import { RealApp } from '../../support/real-app';

describe('E10: files on this system', () => {
  let app: RealApp;
  beforeEach(async () => {
    app = await RealApp.open();
  });
  afterEach(() => app.close());

  it('keep a byte order mark and Windows line ends', () => keepsMarkAndLineEnds(app));
  it('are renamed by letter case alone', () => renamesByCaseAlone(app));
  it('come back from the trash byte for byte', () => deletesAndRestores(app));
});

import { RunningLectern } from '../../support/lectern';
import { checkPublic, type PublicGet } from '../../../pkg/headless/command/doctor/public-findings';
import { atPublicName, publicUrl } from '../../server/sign-in/support/public-name';

describe('the public address', () => {
  let lectern: RunningLectern;
  beforeAll(async () => {
    lectern = await RunningLectern.start({ settings: { publicUrl } });
  });
  afterAll(() => lectern.close());

  /** Through a proxy that sends these headers. */
  const through =
    (headers: Readonly<Record<string, string>>, changed: Readonly<Record<string, string>> = {}): PublicGet =>
    async url => {
      const { status, headers: received, text } = await atPublicName(lectern.port, url, { headers });
      return { status, body: text, header: name => changed[name] ?? received.get(name) ?? undefined };
    };

  const states = async (address: string, get: PublicGet): Promise<string[]> =>
    (await checkPublic(address, get)).map(({ state }) => state);
  const allGood = ['good', 'good', 'good', 'good', 'good'];

  test('nothing is wrong where the proxy passes the name on', async () => {
    expect(await states(publicUrl, through({}))).toEqual(allGood);
    expect(await states(`${publicUrl}/`, through({}))).toEqual(allGood);
    expect(await states(`${publicUrl}/mcp`, through({}))).toEqual(allGood);
  });

  test.each([
    ['replaces the name', { host: 'evil.example' }],
    ['sends the loopback address', { host: '127.0.0.1' }],
  ])('a proxy that %s is found', async (_title, headers) => {
    const host = headers.host === '127.0.0.1' ? `127.0.0.1:${lectern.port}` : headers.host;
    expect(await states(publicUrl, through({ host }))).toEqual([
      'good',
      'good',
      'problem',
      'problem',
      'problem',
    ]);
  });

  test('another address than that of the settings is found', async () => {
    const get: PublicGet = url => through({})(url.replace('other', () => 'notes'));
    const found = await states('https://other.example.org', get);
    expect(found).toEqual(['good', 'good', 'problem', 'problem', 'problem']);
  });

  test('a clock that is wrong is found', async () => {
    const date = new Date(Date.now() - 120_000).toUTCString();
    expect(await states(publicUrl, through({}, { date }))).toContain('problem');
  });

  test.each(['ENOTFOUND', 'CERT_HAS_EXPIRED', 'ECONNREFUSED'])('%s is told with a way on', async code => {
    const error = Object.assign(new Error('failed'), { code });
    const [finding] = await checkPublic(publicUrl, () => Promise.reject(error));
    expect(finding).toMatchObject({ state: 'problem' });
    expect(finding?.text).toContain(code);
  });
});

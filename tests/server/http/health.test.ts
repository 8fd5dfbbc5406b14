import { GateRequests } from '../../support/http/gate-requests';
import { RunningLectern } from '../../support/lectern';

let lectern: RunningLectern;
let requests: GateRequests;

beforeAll(async () => {
  lectern = await RunningLectern.start({ files: { 'secret-name.md': 'x' } });
  requests = new GateRequests(lectern.port);
});
afterAll(() => lectern.close());

const withoutToken = { target: '/health', headers: { Authorization: null }, body: '' };

describe('the health address', () => {
  test('responds without a token, says only that the server runs, and ends the connection', async () => {
    const { status, headers, body } = await requests.send({ ...withoutToken, method: 'GET' });
    expect({ status, body }).toEqual({ status: 200, body: '{"status":"ok"}' });
    expect(Object.keys(headers).sort()).toEqual([
      'cache-control',
      'connection',
      'content-length',
      'content-type',
      'date',
    ]);
    expect(headers['connection']).toBe('close');
  });

  test('gives every client the same response', async () => {
    const stranger = await requests.send({ ...withoutToken, method: 'GET' });
    const known = await requests.send({ method: 'GET', target: '/health', body: '' });
    expect(known.body).toBe(stranger.body);
  });

  test('answers HEAD without a body', async () => {
    expect(await requests.send({ ...withoutToken, method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
  });

  test.each([
    ['a foreign name', { Host: 'evil.example' }],
    ['a foreign page', { Origin: 'https://evil.example' }],
  ])('is refused to %s', async (_who, headers) => {
    const request = { ...withoutToken, method: 'GET', headers: { ...withoutToken.headers, ...headers } };
    await requests.expectRefusal(request, 403);
  });

  test.each([
    ['POST', '/health'],
    ['GET', '/health/'],
    ['GET', '/health?x'],
  ])('has no other form: %s %s is not found', async (method, target) => {
    await requests.expectRefusal({ ...withoutToken, method, target }, 404);
  });
});

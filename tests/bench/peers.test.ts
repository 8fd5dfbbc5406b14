import { compare, peersTable } from '../../pkg/bench/peers/compare';
import { parsePeers, peerOf } from '../../pkg/bench/peers/peer-file';

const command = [process.execPath, 'tests/fixtures/peer-server.mjs', '{vault}'];

describe('the benchmark of other servers', () => {
  it('replaces the placeholder for the folder of the copy in every string', () => {
    const json = JSON.stringify({
      peers: [{ name: 'a', command, calls: { read: { tool: 'read', arguments: { at: '{vault}/x' } } } }],
    });
    const [peer] = parsePeers(json);
    expect(peer && peerOf(peer, '/copy $& 1')).toMatchObject({
      command: [process.execPath, 'tests/fixtures/peer-server.mjs', '/copy $& 1'],
      calls: { read: { arguments: { at: '/copy $& 1/x' } } },
    });
  });

  it('refuses a server that does not answer, and unknown keys', () => {
    expect(() => parsePeers('{"peers":[{"name":"a"}]}')).toThrow('needs a command or a url');
    expect(() => parsePeers('{"peers":[{"name":"a","command":["x"],"vualt":1}]}')).toThrow('vualt');
  });

  it('starts servers, calls their tools in turns, and says which calls failed', async () => {
    const calls = { echo: { tool: 'echo' }, broken: { tool: 'fails' } };
    const peers = parsePeers(
      JSON.stringify({
        peers: [
          { name: 'one', command, calls },
          { name: 'two', command, calls: { echo: { tool: 'echo' } } },
        ],
      }),
    );
    const figures = await compare(peers, { starts: 1, rounds: 2, calls: 2, rest: 0 });
    const [one, two] = figures;
    const echo = one?.jobs.get('echo');
    expect(typeof echo === 'object' && echo.first > 0 && echo.later > 0).toBe(true);
    expect(one?.jobs.get('broken')).toBe('fails answered an error.');
    expect([...(two?.jobs.keys() ?? [])]).toEqual(['echo']);
    expect(one?.listed).toBeGreaterThan(0);
    const table = peersTable(figures);
    expect(table).toContain('| broken, first | failed: fails answered an error. | – |');
  }, 60_000);
});

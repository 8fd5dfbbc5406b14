import { serverEntries } from '../../src/settings/clients/setup-texts';
import { textOf } from './pages';

const url = 'http://127.0.0.1:27150/mcp';
const serverOf = (client: string, token: string): object | undefined =>
  serverEntries({ url, token }).find(entry => entry.client === client)?.server;
const decoded = (text: string | null): unknown =>
  JSON.parse(Buffer.from(text ?? '', 'base64').toString('utf8'));

describe('the links that add Lectern to a client', () => {
  const links = new Map(
    [...textOf('docs/clients.md').matchAll(/\[(Cursor|VS Code|LM Studio)\]\((https:[^)]+)\)/g)].map(
      ([, client = '', link = '']) => [client, new URL(link)],
    ),
  );
  const asked = (client: string): URLSearchParams => links.get(client)?.searchParams ?? new URLSearchParams();

  test.each(['Cursor', 'LM Studio'])('give %s the address, and a placeholder for the token', client => {
    expect(asked(client).get('name')).toBe('lectern');
    expect(decoded(asked(client).get('config'))).toEqual(serverOf('Cursor', 'YOUR_TOKEN'));
  });

  test('let VS Code ask for the token in a hidden input', () => {
    expect(asked('VS Code').get('name')).toBe('lectern');
    const inputs: unknown = JSON.parse(asked('VS Code').get('inputs') ?? '');
    expect(inputs).toEqual([
      expect.objectContaining({ type: 'promptString', id: 'lectern-token', password: true }),
    ]);
    const config: unknown = JSON.parse(asked('VS Code').get('config') ?? '');
    expect(config).toEqual(serverOf('VS Code', '${input:lectern-token}'));
  });

  test('lead to the vendors of the clients, and contain no token', () => {
    const hosts = [...links.values()].map(link => link.hostname).sort();
    expect(hosts).toEqual(['cursor.com', 'lmstudio.ai', 'vscode.dev']);
    const texts = [...links.values()].map(link => decodeURIComponent(link.href));
    expect(texts.filter(text => text.includes('lct_'))).toEqual([]);
  });
});

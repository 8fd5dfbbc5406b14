import { UploadAddresses } from '../../../src/server/uploads/upload-addresses';
import type { Grant } from '../../../src/vault/access/access';

const origin = 'http://127.0.0.1:27150';
const grantOf = (token: string): Grant => ({
  ...{ token, key: `key of ${token}`, rights: 'write' },
  ...{ allow: [], allowWrite: [], deny: [], disabledTools: [] },
});
const uploadOf = (name: string, token = 'a') => ({
  attachment: { name, embed: false },
  grant: grantOf(token),
  client: undefined,
});

let time = 0;
let count = 0;
let addresses: UploadAddresses;
beforeEach(() => {
  [time, count] = [0, 0];
  addresses = new UploadAddresses({ clock: () => time, random: bytes => `secret-${bytes}-${(count += 1)}` });
});

test('an address has a secret of 32 random bytes and lasts for ten minutes', () => {
  expect(addresses.open(uploadOf('a.png'), origin)).toEqual({
    uploadUrl: `${origin}/upload/secret-32-1`,
    expires: '1970-01-01T00:10:00.000Z',
  });
  time = 599_999;
  expect(addresses.find('secret-32-1')?.attachment.name).toBe('a.png');
  time = 600_000;
  expect(addresses.find('secret-32-1')).toBeUndefined();
});

test('an address is used once', () => {
  addresses.open(uploadOf('a.png'), origin);
  addresses.use('secret-32-1');
  expect(addresses.find('secret-32-1')).toBeUndefined();
});

test('a token has at most sixteen addresses: a further one ends its oldest, and none of another token', () => {
  addresses.open(uploadOf('other.png', 'b'), origin);
  for (let number = 0; number < 17; number += 1) addresses.open(uploadOf(`${number}.png`), origin);
  expect(addresses.find('secret-32-1')?.attachment.name).toBe('other.png');
  expect(addresses.find('secret-32-2')).toBeUndefined();
  expect(addresses.find('secret-32-3')?.attachment.name).toBe('1.png');
  expect(addresses.find('secret-32-18')?.attachment.name).toBe('16.png');
});

import { frontText } from '../../../pkg/headless/front/front-texts';

test('what several vaults print connects Claude Code in all its projects, as one vault does', () => {
  const url = 'http://127.0.0.1:27150/mcp';
  const entrance = { url, vaults: ['work'], token: 'a-token' };
  const text = frontText(entrance, [], { isShown: true, place: '' }, 'linux');
  expect(text).toContain(
    `claude mcp add --transport http --scope user lectern ${url} --header 'Authorization: Bearer a-token'\n`,
  );
});

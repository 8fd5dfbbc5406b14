/** Journal, inbox, books, the garden with its map, and templates. */
import { Random } from '../../vault/random';
import { paragraph, people } from './people';
import { projects, type TextFile } from './projects';

const day = 86_400_000;

/** The day on which the scripted jobs are done: a Friday. */
export const today = '2026-11-20';

const dayBack = (count: number): string =>
  new Date(Date.parse(today) - count * day).toISOString().slice(0, 10);

/** Fifty daily notes, the last one of today. */
export function journalNotes(): TextFile[] {
  return Array.from({ length: 50 }, (_item, back) => {
    const date = dayBack(back);
    const random = new Random(`journal ${date}`);
    const person = random.pick(people).name;
    const project = random.pick(projects).name;
    const met = random.chance(0.5) ? `Met [[${person}]]` : `${person} called`;
    const content = [
      `# ${date}\n\n## Log\n\n- 09:10 ${met} about [[${project}]].\n- 14:30 ${paragraph(random, 1)}`,
      `## Tasks\n\n- [${back % 3 === 1 ? ' ' : 'x'}] ${random.pick(['Water the seedlings', 'Answer the letters', 'Sort the photographs'])}`,
      `## Notes\n\n${paragraph(random, 3)}${random.chance(0.3) ? ' #idea/evening' : ''}\n`,
    ].join('\n\n');
    return { path: `Journal/${date}.md`, content };
  });
}

const inboxKinds = ['book', 'recipe', 'idea', 'book', 'recipe'] as const;
const inboxNames = [
  'Slow tools',
  'Quince jelly',
  'A map of echoes',
  'The long pond',
  'Rye with caraway',
] as const;

/** Where each kind belongs by the vault's guide. */
export const placeOfKind = { book: 'Books', recipe: 'Recipes', idea: 'Ideas' } as const;

export const inbox = inboxNames.map((name, at) => {
  const kind = inboxKinds[at] ?? 'idea';
  const random = new Random(`inbox ${name}`);
  const content = `---\nkind: ${kind}\n---\n${paragraph(random, 4)}\n`;
  return { name, kind, path: `Inbox/${name}.md`, content };
});

const authors = ['Ada Brandt', 'Ivo Sund', 'Lena Marsh', 'Otto Vale', 'Nuria Pons'] as const;

/** Thirty books; two pairs are the same book under two titles. */
export function bookNotes(): TextFile[] {
  return Array.from({ length: 30 }, (_item, at) => {
    const random = new Random(`book ${at}`);
    const isbn = `978-3-${1000 + (at === 17 ? 4 : at === 26 ? 11 : at)}`;
    const title = `${random.pick(['The quiet', 'A short', 'The last', 'Letters from the'])} ${random.pick(['river', 'orchard', 'winter', 'library', 'island'])} ${at + 1}`;
    const head = `---\nauthor: ${authors[at % authors.length]}\nrating: ${1 + (at % 5)}\npages: ${180 + at * 7}\nisbn: ${isbn}\nstatus: ${at % 3 === 0 ? 'unread' : 'read'}\n---`;
    return {
      path: `Books/${title}.md`,
      content: `${head}\n# ${title}\n\n${paragraph(random, 6)}\n\n## Quotes\n\n> ${paragraph(random, 1)} #reading-list\n`,
    };
  });
}

const plants =
  `Aster,Basil,Carrot,Dahlia,Elder,Fennel,Garlic,Hazel,Iris,Juniper,Kale,Leek,Mint,Nettle,Onion,Parsley,Quince,Radish,Sage,Thyme,Umbel,Violet`.split(
    ',',
  );

export const gardenMap = 'Maps/Garden map.md';
/** Those that the map does not list yet. */
export const unlistedPlants = ['Fennel', 'Mint', 'Sage', 'Violet'] as const;

export function gardenNotes(): TextFile[] {
  const isListed = (plant: string): boolean => !unlistedPlants.some(one => one === plant);
  const notes = plants.map((plant, at) => {
    const random = new Random(`plant ${plant}`);
    const next = plants[(at + 1) % plants.length] ?? plant;
    const content = `---\nbed: ${1 + (at % 6)}\nstage: sown\n---\n# ${plant}\n\n${paragraph(random, 4)}\n\nGrows well beside [[${next}]]. #garden\n`;
    return { path: `Garden/${plant}.md`, content };
  });
  const list = plants.filter(isListed).map(plant => `- [[${plant}]]`);
  return [
    ...notes,
    { path: gardenMap, content: `# Garden map\n\nAll that grows here.\n\n${list.join('\n')}\n` },
  ];
}

const handbook = 'Handbook.md';

/** One long note of forty chapters with three sections each. */
function handbookNote(): TextFile {
  const chapters = Array.from({ length: 40 }, (_item, at) => {
    const random = new Random(`chapter ${at}`);
    const sections = ['Rules', 'Who decides', 'Exceptions'].map(
      name => `### ${name}\n\n${paragraph(random, 4)}`,
    );
    const title = at === 27 ? 'Borrowing the trailer' : `Chapter ${at + 1}`;
    const rule = at === 27 ? 'The trailer goes out for two days at most, and comes back swept.\n\n' : '';
    return `## ${title}\n\n${rule}${sections.join('\n\n')}`;
  });
  return { path: handbook, content: `# Handbook\n\n${chapters.join('\n\n')}\n` };
}

export const brokenNote = 'Work/Where things stand.md';

/** Links that no longer lead anywhere, with their intended targets. */
export const brokenLinks = [
  ['Greenhouse', 'Greenhouse rebuild'],
  ['Roof', 'Roof repair'],
  ['The library catalogue', 'Library catalogue'],
  ['Okafor', 'Mara Okafor'],
  ['Tool shed', 'Tool shed inventory'],
  ['Fair in autumn', 'Autumn fair'],
] as const;

export function otherNotes(): TextFile[] {
  const lines = brokenLinks.map(([link]) => `- [[${link}]] needs a look.`);
  return [
    handbookNote(),
    { path: brokenNote, content: `# Where things stand\n\n${lines.join('\n')}\n` },
    {
      path: 'Templates/Weekly review.md',
      content: '---\nkind: review\n---\n# {{title}}\n\n## What happened\n\n## What is left\n\n## Next week\n',
    },
    {
      path: 'Templates/Meeting.md',
      content:
        '---\ndate: {{date}}\nproject:\nattendees: []\n---\n# {{title}}\n\n## Decisions\n\n## Actions\n',
    },
    {
      path: '.obsidian/daily-notes.json',
      content: '{"folder":"Journal","format":"YYYY-MM-DD"}\n',
    },
    { path: '.obsidian/templates.json', content: '{"folder":"Templates"}\n' },
  ];
}

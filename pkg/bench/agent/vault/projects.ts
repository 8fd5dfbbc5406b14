/** Projects with owners, dates and tasks, and the meetings about them. */
import { Random } from '../../vault/random';
import { paragraph, people } from './people';

const projectFolder = 'Work/Projects';
const meetingFolder = 'Work/Meetings';

const projectNames = [
  'Greenhouse rebuild',
  'Roof repair',
  'Library catalogue',
  'Winter plans of the reading circle',
  'Tool shed inventory',
  'Rain barrels',
  'School garden day',
  'Kitchen lighting',
  'Bee hotel',
  'Membership drive',
  'Autumn fair',
  'New website',
  'Seed exchange',
  'Compost course',
  'Path to the pond',
  'Insurance renewal',
  'Apple press',
  'Bench under the lime tree',
  'Newsletter archive',
  'Fence on the north side',
  'Workshop heating',
  'Bicycle stands',
  'Open evening in March',
  'Photo wall',
] as const;

const states = ['active', 'waiting', 'active', 'done', 'planned', 'active'] as const;
const areas = ['building', 'garden', 'community'] as const;
const works = [
  'Ask for a price',
  'Order the parts',
  'Measure again',
  'Write to everybody',
  'Pay the invoice',
];

export interface Project {
  readonly name: string;
  readonly path: string;
  readonly status: string;
  readonly owner: string;
  readonly due: string;
}

const pick = <T>(items: readonly T[], at: number): T => {
  const item = items[at % items.length];
  if (item === undefined) throw new Error('Nothing to pick from.');
  return item;
};

/** A day of November or December 2026, for the number of a project. */
const dayOf = (at: number): string =>
  new Date(Date.UTC(2026, 10, 3) + ((at * 5) % 47) * 86_400_000).toISOString().slice(0, 10);

export const projects: readonly Project[] = projectNames.map((name, at) => ({
  name,
  path: `${projectFolder}/${name}.md`,
  status: pick(states, at),
  owner: pick(people, at).name,
  due: dayOf(at),
}));

/** Half of the notes write `Due`, as in notes of several authors. */
export function projectNote({ name, status, owner, due }: Project, at: number): string {
  const random = new Random(`project ${name}`);
  const other = pick(projectNames, at + 7);
  const tasks = works.map((work, number) => {
    const isDone = (at + number) % 3 === 0;
    const day = dayOf(at + number * 3);
    return `- [${isDone ? 'x' : ' '}] ${work} for the ${name.toLowerCase()} 📅 ${day}`;
  });
  return [
    `---\nstatus: ${status}\nowner: "[[${owner}]]"\n${at % 2 === 0 ? 'due' : 'Due'}: ${due}\narea: ${pick(areas, at)}\ntags: [project]\n---`,
    `# ${name}\n\n${paragraph(random, 4)}`,
    `## Goal\n\n${paragraph(random, 3)}`,
    `## Budget\n\nWe have ${1200 + at * 150} euros, of which ${300 + at * 20} are spent. ${paragraph(random, 2)}`,
    `## Tasks\n\n${tasks.join('\n')}`,
    `## Done\n\n- [x] Find somebody who leads it`,
    `## Log\n\n- 2026-10-${10 + (at % 18)}: ${paragraph(random, 2)}\n- 2026-11-0${1 + (at % 8)}: ${paragraph(random, 1)}`,
    `## See also\n\n- [[${other}]]\n`,
  ].join('\n\n');
}

export interface TextFile {
  readonly path: string;
  readonly content: string;
}

/** Two meetings of each project but the last four. */
export function meetingNotes(): TextFile[] {
  return projects.slice(0, 20).flatMap((project, at) =>
    [0, 1].map(round => {
      const day = `2026-${round === 0 ? '10' : '11'}-${String(1 + ((at * 3) % 19)).padStart(2, '0')}`;
      const random = new Random(`meeting ${project.name} ${round}`);
      const [first, second] = [pick(people, at + round), pick(people, at + 3 + round)].map(
        ({ name }) => name,
      );
      const content = [
        `---\ndate: ${day}\nproject: "[[${project.name}]]"\nattendees:\n  - "[[${first}]]"\n  - "[[${second}]]"\n---`,
        `# ${day} ${project.name}\n\n${paragraph(random, 5)}`,
        `## Decisions\n\n- ${decisionOf(project.name, round)}\n- ${paragraph(random, 1)}`,
        `## Actions\n\n- [ ] ${first?.split(' ')[0]} writes the minutes 📅 ${day}\n- [${round === 0 ? 'x' : ' '}] ${second} asks again\n`,
      ].join('\n\n');
      return { path: `${meetingFolder}/${day} ${project.name}.md`, content };
    }),
  );
}

function decisionOf(name: string, round: number): string {
  if (name === 'Roof repair' && round === 1)
    return 'The landlord pays two thirds of the slates, we pay the scaffold; [[Ruth Calder]] confirms it in writing.';
  return `We go on with the ${name.toLowerCase()} as planned.`;
}

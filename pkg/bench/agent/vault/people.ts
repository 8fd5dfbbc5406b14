/** The people in the scripted vault, and sentences for its notes. */
import type { Random } from '../../vault/random';

export interface Person {
  readonly name: string;
  readonly role: string;
}

export const people: readonly Person[] = [
  { name: 'Mara Okafor', role: 'architect' },
  { name: 'Tomas Lind', role: 'gardener' },
  { name: 'Ines Weber', role: 'treasurer' },
  { name: 'Jonas Abele', role: 'electrician' },
  { name: 'Priya Raman', role: 'teacher' },
  { name: 'Ruth Calder', role: 'landlord' },
  { name: 'Emil Novak', role: 'carpenter' },
  { name: 'Sanna Virtanen', role: 'librarian' },
];

const sentences = [
  'We walked through the rooms and wrote down what is broken.',
  'The supplier answered late, but the price is the same as last year.',
  'Nobody could say who has the key of the shed.',
  'The first sample looks better than the drawing.',
  'Rain again, so the work outside has to wait.',
  'Two of the invoices were paid twice; the bank sends one back.',
  'The neighbours ask whether the noise ends before eight.',
  'We need a second opinion before anything is signed.',
  'The old plan had one error: the window opens the wrong way.',
  'Half of the seeds came up, the other half was too old.',
  'The insurance wants photographs of every step.',
  'It took a whole morning to find the right drawing.',
  'The new members would rather meet on Saturdays.',
  'What is left over goes into next season.',
  'The permit is valid until the end of the year.',
  'A short call settled what ten messages could not.',
  'The measurements differ by two centimetres from the plan.',
  'There is enough wood for the shelves, not for the bench.',
  'The list of guests is longer than the table.',
  'We keep the receipt with the others in the blue folder.',
] as const;

export function paragraph(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.pick(sentences)).join(' ');
}

export const personFile = ({ name }: Person): string => `Team/${name}.md`;

export function personNote({ name, role }: Person, random: Random): string {
  const first = name.split(' ')[0] ?? name;
  const head = `---\nrole: ${role}\naliases: [${first}]\ntags: [person]\n---\n`;
  return `${head}# ${name}\n\n${paragraph(random, 3)}\n\n## How to reach\n\n${paragraph(random, 1)}\n`;
}

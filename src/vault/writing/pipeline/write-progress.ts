import type { Progress } from '../../../utils/call-hooks';

const parts = {
  plan: { place: 0, message: 'Planning.' },
  record: { place: 1, message: 'Recording.' },
  write: { place: 2, message: 'Writing.' },
} as const;

/** A change of fewer files ends before a user could read its progress. */
const fewFiles = 10;
const scale = 1_000;

/** Reports the progress of one of the three parts of a change. */
export function reportProgress(
  progress: Progress | undefined,
  part: keyof typeof parts,
  done: number,
  of: number,
): void {
  if (of < fewFiles) return;
  const { place, message } = parts[part];
  progress?.(Math.round((place + done / of) * scale), scale * Object.keys(parts).length, message);
}

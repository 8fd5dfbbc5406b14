import * as z from 'zod';

/** A finished call as the activity keeps it, a line of JSON each; without any text of a note. */
const callRecord = z.object({
  /** Milliseconds since 1970. */
  time: z.int(),
  /** The token's name. */
  token: z.string(),
  /** What the caller's program calls itself. */
  client: z.string().optional(),
  tool: z.string(),
  /** What the call may do to the vault; a preview of a change only reads. */
  effect: z.enum(['reads', 'writes']),
  /** The note or folder it named, as the client wrote it. */
  path: z.string().optional(),
  /** An error code, or `ok`. */
  outcome: z.string(),
  milliseconds: z.number(),
  /** The change in the journal, where it made one. */
  changeId: z.string().optional(),
});
export type CallRecord = Readonly<z.output<typeof callRecord>>;
export type Effect = CallRecord['effect'];

/** Undefined for anything that is no record. */
export function readRecord(line: string): CallRecord | undefined {
  try {
    return callRecord.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

import * as z from 'zod';

/** A finished call as the activity log keeps it, one line of JSON each; without any text of a note. */
const callRecord = z.object({
  /** Milliseconds since 1970. */
  time: z.int(),
  /** The token's name. */
  token: z.string(),
  /** The client's own name. */
  client: z.string().optional(),
  tool: z.string(),
  /** The call's effect on the vault; a preview of a change only reads. */
  effect: z.enum(['reads', 'writes']),
  /** The note or folder that the call named, as the client wrote it. */
  path: z.string().optional(),
  /** An error code, or `ok`. */
  outcome: z.string(),
  milliseconds: z.number(),
  /** The change in the journal, if the call made one. */
  changeId: z.string().optional(),
});
export type CallRecord = Readonly<z.output<typeof callRecord>>;
export type Effect = CallRecord['effect'];

/** Undefined if the line is not a record. */
export function readRecord(line: string): CallRecord | undefined {
  try {
    return callRecord.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

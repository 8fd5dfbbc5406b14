import { ToolFailure } from '../../../src/errors';

/** The failure that `act` ends with. */
export function refusalOf(act: () => unknown): ToolFailure {
  try {
    act();
  } catch (error) {
    if (error instanceof ToolFailure) return error;
    throw error;
  }
  throw new Error('was not refused');
}

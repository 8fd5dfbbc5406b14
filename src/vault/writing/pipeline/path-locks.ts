import { ToolFailure } from '../../../errors';
import { inTime } from '../../../platform';
import { throwIfAborted } from '../../../utils/slicing/time-slicer';
import { foldPath } from '../../../utils/text/folding';
import { foldersAround } from '../../../utils/text/pieces';

interface Request {
  /** Folded; all parent folders are in `above`, the vault's own path too. */
  readonly paths: ReadonlySet<string>;
  readonly above: ReadonlySet<string>;
  readonly ended: Promise<void>;
}

/** Milliseconds: less than a call may take, so that a waiting call still returns an error. */
const maxWait = 20_000;

/** One writer at a time for a path, or anything in a folder, in the order of arrival. Equal spellings are one path. */
export class PathLocks {
  private readonly requests: Request[] = [];

  /** @param timeout milliseconds */
  constructor(private readonly timeout = maxWait) {}

  /**
   * Runs `work` when no earlier holder locks any of the paths. A holder may wait for the user, so the wait is
   * limited and ends with the call.
   * @throws ToolFailure `busy`, and the signal's abort reason
   */
  async hold<T>(paths: readonly string[], signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const folded = new Set(paths.map(foldPath));
    const above = new Set(['', ...[...folded].flatMap(foldersAround)]);
    const inTheWay = this.requests.filter(other => areInConflict(other, folded, above));
    let end: () => void = () => undefined;
    const ended = new Promise<void>(resolve => {
      end = resolve;
    });
    const request: Request = { paths: folded, above, ended };
    this.requests.push(request);
    try {
      if (inTheWay.length > 0) await this.turn(inTheWay, signal);
      return await work();
    } finally {
      this.requests.splice(this.requests.indexOf(request), 1);
      end();
    }
  }

  /** Whether anyone holds a path or waits for one. */
  get isBusy(): boolean {
    return this.requests.length > 0;
  }

  private turn(inTheWay: readonly Request[], signal: AbortSignal): Promise<unknown> {
    const late = (): never => {
      throwIfAborted(signal);
      throw new ToolFailure(
        'busy',
        'Another change to the same files is taking a long time; the app may be asking the user whether to update links.',
        { hint: 'Nothing was changed. Try again once the user has answered.' },
      );
    };
    return inTime(Promise.all(inTheWay.map(other => other.ended)), this.timeout, late, signal);
  }
}

function areInConflict(other: Request, paths: ReadonlySet<string>, above: ReadonlySet<string>): boolean {
  return overlap(other.paths, paths) || overlap(other.above, paths) || overlap(other.paths, above);
}

function overlap(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const [few, many] = some.size < others.size ? [some, others] : [others, some];
  for (const path of few) if (many.has(path)) return true;
  return false;
}

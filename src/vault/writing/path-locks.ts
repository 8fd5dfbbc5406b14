import { foldPath } from '../../utils/folding';

interface Request {
  /** Folded; with all folders above them in `above`. */
  readonly paths: ReadonlySet<string>;
  readonly above: ReadonlySet<string>;
  readonly ended: Promise<void>;
}

/**
 * One writer at a time for each path, in the order in which they came. A folder and what is in it are in each
 * other's way, and so are spellings that some system takes for one name.
 */
export class PathLocks {
  private readonly requests: Request[] = [];

  /** Runs `work` when no earlier holder is in the way of any of the paths. */
  async hold<T>(paths: readonly string[], work: () => Promise<T>): Promise<T> {
    const folded = new Set(paths.map(foldPath));
    const above = new Set([...folded].flatMap(foldersAbove));
    const inTheWay = this.requests.filter(other => areInConflict(other, folded, above));
    let end: () => void = () => undefined;
    const ended = new Promise<void>(resolve => {
      end = resolve;
    });
    const request: Request = { paths: folded, above, ended };
    this.requests.push(request);
    try {
      await Promise.all(inTheWay.map(other => other.ended));
      return await work();
    } finally {
      this.requests.splice(this.requests.indexOf(request), 1);
      end();
    }
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

function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
    folders.push(path.slice(0, slash));
  }
  return folders;
}

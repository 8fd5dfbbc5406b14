/** Bytes of request bodies, or of answers, that the server holds at once. */
export interface BodyLimits {
  readonly perToken: number;
  readonly inAll: number;
}

/** Shorter answers do not count: those of all connections together are small. Answers of writes are shorter. */
export const largeAnswer = 128 * 1024;

const usualLimits: BodyLimits = { perToken: 32 * 1024 * 1024, inAll: 128 * 1024 * 1024 };

/** What one request takes of the budget. */
export interface BodyShare {
  /** Counts bytes that arrived; false where they are more than the budget has left. */
  take(bytes: number): boolean;
  /** Gives back all that was taken. */
  release(): void;
}

/** Counts the bytes of bodies from their arrival until their request is answered, for each token and in all. */
export class BodyBudget {
  private held = 0;
  private readonly heldByToken = new Map<string, number>();

  constructor(private readonly limits: BodyLimits = usualLimits) {}

  /** @param token the hash of its value */
  share(token: string): BodyShare {
    let taken = 0;
    return {
      take: bytes => {
        if (!this.fits(token, bytes)) return false;
        this.add(token, bytes);
        taken += bytes;
        return true;
      },
      release: () => {
        this.add(token, -taken);
        taken = 0;
      },
    };
  }

  /**
   * Counts a large answer until its client has taken it; a token that holds none may always have one.
   * @returns a function that gives the bytes back; undefined where they are more than the limit has left
   */
  hold(token: string, bytes: number): (() => void) | undefined {
    if (this.heldByToken.has(token) && !this.fits(token, bytes)) return undefined;
    this.add(token, bytes);
    return () => this.add(token, -bytes);
  }

  private fits(token: string, bytes: number): boolean {
    const { perToken, inAll } = this.limits;
    return (this.heldByToken.get(token) ?? 0) + bytes <= perToken && this.held + bytes <= inAll;
  }

  private add(token: string, bytes: number): void {
    const held = (this.heldByToken.get(token) ?? 0) + bytes;
    if (held === 0) this.heldByToken.delete(token);
    else this.heldByToken.set(token, held);
    this.held += bytes;
  }
}

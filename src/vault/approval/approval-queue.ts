import type { ApprovalDecision, ApprovalRequest, Approver } from './approval-request';

interface Waiting {
  readonly request: ApprovalRequest;
  readonly answer: (answer: ApprovalDecision | undefined) => void;
}

/** Requests that wait for the user's decision, oldest first. */
export class ApprovalQueue {
  private waiting: readonly Waiting[] = [];
  private readonly listeners = new Set<() => void>();

  readonly ask: Approver = (request, signal) =>
    new Promise(resolve => {
      const answer = (given: ApprovalDecision | undefined): void => {
        if (!this.waiting.includes(waiting)) return;
        this.become(this.waiting.filter(other => other !== waiting));
        signal.removeEventListener('abort', giveUp);
        resolve(given);
      };
      const giveUp = (): void => answer(undefined);
      const waiting: Waiting = { request, answer };
      signal.addEventListener('abort', giveUp);
      this.become([...this.waiting, waiting]);
      if (signal.aborted) giveUp();
    });

  get requests(): readonly ApprovalRequest[] {
    return this.waiting.map(({ request }) => request);
  }

  /** Does nothing if the request was already answered or has expired. */
  answer(id: number, answer: ApprovalDecision): void {
    this.waiting.find(({ request }) => request.id === id)?.answer(answer);
  }

  /** @returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private become(waiting: readonly Waiting[]): void {
    this.waiting = waiting;
    for (const listener of this.listeners) listener();
  }
}

/** A response that reports its end, for any reason, and that can be ended from here. */
export interface Tracked {
  readonly response: Response;
  readonly end: () => void;
}

/**
 * @param body of that response
 * @param onEnd called once, later: when the response was sent, its client disconnected, or it was ended
 */
export function tracked(
  { status, headers }: Response,
  body: ReadableStream<Uint8Array>,
  onEnd: () => void,
): Tracked {
  const reader = body.getReader();
  let isOver = false;
  const over = (): void => {
    if (isOver) return;
    isOver = true;
    onEnd();
  };
  const cancel = (): void => {
    over();
    void reader.cancel().catch(() => undefined);
  };
  const stream = new ReadableStream<Uint8Array>({
    pull: async controller => {
      try {
        const { done, value } = await reader.read();
        if (value !== undefined) controller.enqueue(value);
        if (!done) return;
        over();
        controller.close();
      } catch (error) {
        over();
        controller.error(error);
      }
    },
    cancel,
  });
  return { response: new Response(stream, { status, headers }), end: cancel };
}

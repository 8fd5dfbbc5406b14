import { requestUrl } from 'obsidian';
import * as z from 'zod';
import { after } from '../../platform';
import { loopbackUrl } from '../../utils/loopback-url';
import { trimmedEnd } from '../../utils/text/trimming';

/** The embeddings server in the settings. */
export interface EmbeddingSettings {
  /** A server on this computer; empty for none. */
  readonly embeddingsServer: string;
  readonly embeddingsModel: string;
}

const responseSchema = z.object({
  data: z.array(z.object({ index: z.int().min(0).optional(), embedding: z.array(z.number()).min(1) })),
});

/** A server on this computer that turns texts into vectors, over the `/v1/embeddings` API. */
export class EmbeddingServer {
  private constructor(
    private readonly url: string,
    private readonly model: string,
  ) {}

  /** Undefined if none is set or if it is on another computer: nothing is ever sent to one. */
  static of({ embeddingsServer, embeddingsModel }: EmbeddingSettings): EmbeddingServer | undefined {
    const url = loopbackUrl(embeddingsServer);
    return url && new EmbeddingServer(endpointOf(url), embeddingsModel.trim());
  }

  /** Identifies server and model: vectors of different ones cannot be compared. */
  get key(): string {
    return `${this.url} ${this.model}`;
  }

  /**
   * @param timeout milliseconds
   * @throws Error if the server does not return as many vectors, all of one length
   */
  async vectorsOf(texts: readonly string[], timeout: number): Promise<number[][]> {
    const { text } = await withinTime(
      requestUrl({
        url: this.url,
        method: 'POST',
        contentType: 'application/json',
        body: JSON.stringify({ model: this.model, input: texts }),
      }),
      timeout,
    );
    const body: unknown = JSON.parse(text);
    const { data } = responseSchema.parse(body);
    const vectors = data
      .map(({ index, embedding }, place) => ({ place: index ?? place, embedding }))
      .sort((a, b) => a.place - b.place)
      .map(({ embedding }) => embedding);
    const isRight =
      vectors.length === texts.length && new Set(vectors.map(({ length }) => length)).size === 1;
    if (!isRight) throw new Error('The embeddings server gave other vectors than it was asked for.');
    return vectors;
  }
}

/** `http://127.0.0.1:11434`, with or without `/v1` or the full path. */
function endpointOf({ origin, pathname }: URL): string {
  const path = trimmedEnd(pathname, '/');
  if (path.endsWith('/embeddings')) return origin + path;
  return `${origin}${path.endsWith('/v1') ? path : `${path}/v1`}/embeddings`;
}

/** `requestUrl` cannot be aborted: a late response is dropped. */
function withinTime<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = after(milliseconds, () => reject(new Error('The embeddings server takes too long.')));
    void promise.then(resolve, reject).finally(() => timer.cancel());
  });
}

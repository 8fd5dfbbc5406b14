import { requestUrl } from 'obsidian';
import * as z from 'zod';
import { after, type Cancellable, inTime } from '../../platform';
import { loopbackUrl } from '../../utils/urls';
import { trimmedEnd } from '../../utils/text/pieces';

export interface EmbeddingSettings {
  /** A server on this computer; empty for none. */
  readonly embeddingsServer: string;
  readonly embeddingsModel: string;
}

/** Most numbers of a vector; common models have 384 to 4,096. */
const maxLength = 8192;
/** Most bytes of an answer: for each number, and for the rest. */
const bytesOfNumber = 32;
const bytesBesides = 65_536;

/** Most objects, lists and quotes in an answer, for each vector and for the rest: a million take long to parse. */
const partsOfVector = 40;
const partsBesides = 1000;
const quote = 0x22;
const openBracket = 0x5b;
const openBrace = 0x7b;

/** Checks the length first: an answer with too many parts is refused before each is checked. */
const vector = z.custom<readonly number[]>(
  value =>
    Array.isArray(value) && value.length > 0 && value.length <= maxLength && value.every(Number.isFinite),
);
const answerSchema = z.object({ data: z.array(z.unknown()) });
const entriesSchema = z.array(z.object({ index: z.int().min(0).optional(), embedding: vector }));

const otherVectors = 'The embeddings server returned unexpected vectors.';

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

  /** @param timeout milliseconds @throws Error if the server does not return as many vectors, all of one length */
  async vectorsOf(texts: readonly string[], timeout: number): Promise<(readonly number[])[]> {
    // `requestUrl` cannot be aborted: a late response is dropped.
    const response = await inTime(
      requestUrl({
        url: this.url,
        method: 'POST',
        contentType: 'application/json',
        body: JSON.stringify({ model: this.model, input: texts }),
      }),
      timeout,
      () => {
        throw new Error('The embeddings server takes too long.');
      },
    );
    if (isTooLarge(new Uint8Array(response.arrayBuffer), texts.length))
      throw new Error('The answer of the embeddings server is too large.');
    return vectorsIn(JSON.parse(response.text), texts.length);
  }
}

/** Checked before the answer is parsed. */
function isTooLarge(bytes: Uint8Array, vectors: number): boolean {
  if (bytes.length > bytesBesides + vectors * maxLength * bytesOfNumber) return true;
  let parts = 0;
  for (const byte of bytes) if (byte === quote || byte === openBracket || byte === openBrace) parts += 1;
  return parts > partsBesides + vectors * partsOfVector;
}

/** @throws Error if the body has other than `count` vectors of one length */
function vectorsIn(body: unknown, count: number): (readonly number[])[] {
  const { data } = answerSchema.parse(body);
  if (data.length !== count) throw new Error(otherVectors);
  const vectors = entriesSchema
    .parse(data)
    .map(({ index, embedding }, place) => ({ place: index ?? place, embedding }))
    .sort((a, b) => a.place - b.place)
    .map(({ embedding }) => embedding);
  if (new Set(vectors.map(({ length }) => length)).size !== 1) throw new Error(otherVectors);
  return vectors;
}

/** `http://127.0.0.1:11434`, with or without `/v1` or the full path. */
function endpointOf({ origin, pathname }: URL): string {
  const path = trimmedEnd(pathname, '/');
  if (path.endsWith('/embeddings')) return origin + path;
  return `${origin}${path.endsWith('/v1') ? path : `${path}/v1`}/embeddings`;
}

/** Milliseconds of rest after the first failure. */
const firstRest = 5000;
/** Most milliseconds of rest, after many failures. */
const longestRest = 600_000;

/** How long a server that failed is left alone: twice as long after each further failure. */
export class GrowingRest {
  #failures = 0;
  #timer: Cancellable | undefined;

  get isOver(): boolean {
    return this.#timer === undefined;
  }

  /** Milliseconds of the last rest; 0 without a failure. */
  get length(): number {
    return this.#failures === 0 ? 0 : Math.min(firstRest * 2 ** (this.#failures - 1), longestRest);
  }

  /** Concurrent failures count once. */
  begin(): void {
    if (!this.isOver) return;
    this.#failures += 1;
    this.#timer = after(this.length, () => (this.#timer = undefined));
  }

  /** Call it when the server answers, or another one is set. */
  end(): void {
    this.#failures = 0;
    this.stop();
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }
}

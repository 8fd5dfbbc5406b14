/** What Chromium's `Request` and `Response` have in common: a body, read once. */
import { ReadableStream } from './streams';

export type BodyStream = ReadableStream<Uint8Array>;

interface Content {
  readonly stream: BodyStream | null;
  readonly type: string | null;
}

/** Anything unknown is turned into a string, streams of another world included. */
export function contentOf(body: unknown): Content {
  if (body === null || body === undefined) return { stream: null, type: null };
  if (body instanceof ReadableStream) return { stream: body, type: null };
  if (body instanceof URLSearchParams) {
    return { stream: streamOf(encode(body)), type: 'application/x-www-form-urlencoded;charset=UTF-8' };
  }
  const bytes = bytesOf(body);
  if (bytes !== undefined) return { stream: streamOf(bytes), type: null };
  return { stream: streamOf(encode(body)), type: 'text/plain;charset=UTF-8' };
}

export class RendererBody {
  private stream: BodyStream | null;
  private isUsed = false;

  constructor(stream: BodyStream | null) {
    this.stream = stream;
  }

  get body(): BodyStream | null {
    return this.stream;
  }

  get bodyUsed(): boolean {
    return this.isUsed || (this.stream?.locked ?? false);
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    if (this.bodyUsed) throw new TypeError('body stream already read');
    this.isUsed = true;
    const bytes = await allOf(this.stream);
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(await this.arrayBuffer());
  }

  async json(): Promise<unknown> {
    const value: unknown = JSON.parse(await this.text());
    return value;
  }

  /** Splits the body in two, one of which stays here. */
  protected tee(): BodyStream | null {
    if (this.bodyUsed) throw new TypeError('body is already used');
    if (this.stream === null) return null;
    const [own, other] = this.stream.tee();
    this.stream = own;
    return other;
  }
}

async function allOf(stream: BodyStream | null): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  const reader = stream?.getReader();
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    chunks.push(part.value);
  }
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function encode(value: unknown): Uint8Array {
  return new TextEncoder().encode(String(value));
}

function bytesOf(body: unknown): Uint8Array | undefined {
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice();
  return body instanceof ArrayBuffer ? new Uint8Array(body.slice(0)) : undefined;
}

function streamOf(bytes: Uint8Array): BodyStream {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      if (bytes.length > 0) controller.enqueue(bytes);
      controller.close();
    },
  });
}

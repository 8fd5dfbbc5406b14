import type { TestClient } from '../../support/clients';

/**
 * What the checks need of an app with the plugin in it. The real app implements it (`real-app.ts`), and so does the
 * headless host (`headless-app.ts`), where every check of `checks/` is tried in the ordinary tests.
 */
export interface AppUnderTest {
  /** May write. */
  readonly client: TestClient;
  /** The bytes on disk, past the app; undefined where there is no such file. */
  read(path: string): Promise<Buffer | undefined>;
  /** Writes past the app, as another program, and waits until the app knows of the file. */
  write(path: string, content: string | Uint8Array): Promise<void>;
  /** Names in a folder on disk, as they are spelled there. */
  list(folder: string): Promise<string[]>;
  /** Opens a note in an editor and types at its end; nothing is saved on purpose. */
  type(path: string, text: string): Promise<void>;
  /** The text that the editor of the active tab shows. */
  shown(): Promise<string>;
  /** The notices on the screen, or told since the start. */
  notices(): Promise<string[]>;
  /** Keys of `app.metadataCache.resolvedLinks`. */
  resolvedKeys(): Promise<string[]>;
}

/** Waits in small steps, up to 20 seconds unless told otherwise. @throws Error with the words of `what` */
export async function until(what: string, holds: () => Promise<boolean>, patience = 20_000): Promise<void> {
  const end = Date.now() + patience;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Not within ${patience / 1000} seconds: ${what}`);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

/** Calls a tool that must succeed. @throws Error with the answer's text */
export async function succeed(
  app: AppUnderTest,
  tool: string,
  args: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { isError, structured, text } = await app.client.call(tool, args);
  if (isError) throw new Error(`${tool} failed: ${text}`);
  return structured;
}

export async function textOf(app: AppUnderTest, path: string): Promise<string | undefined> {
  return (await app.read(path))?.toString('utf8');
}

/** The page's end of the bridge to the process in which the plugin runs. */

/** Asks and waits: only for what the plugin asks synchronously of Node or of the app. */
export function askNow(name: string, ...values: unknown[]): unknown {
  const request = new XMLHttpRequest();
  request.open('POST', `/call/${name}`, false);
  request.send(JSON.stringify(values));
  return answerOf(request.status, request.responseText);
}

export async function ask(name: string, ...values: unknown[]): Promise<unknown> {
  const response = await fetch(`/call/${name}`, { method: 'POST', body: JSON.stringify(values) });
  return answerOf(response.status, await response.text());
}

/** Calls back whenever the plugin tells of something under this name. */
export function listen(name: string, callback: (value: unknown) => void): void {
  events.addEventListener(name, ({ data }) => {
    const value: unknown = JSON.parse(String(data));
    callback(value);
  });
}

const events = new EventSource('/events');

/** Resolves when nothing that is told can be missed any more. */
export const connected = new Promise<void>(resolve => {
  events.addEventListener('open', () => resolve());
});

function answerOf(status: number, body: string): unknown {
  if (status !== 200) throw new Error(body);
  const answer: unknown = body === '' ? undefined : JSON.parse(body);
  return answer;
}

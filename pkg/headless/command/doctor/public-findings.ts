/** Checks whether clients elsewhere can get in, by asking at the public address as they do. */
import { get as getSecurely } from 'node:https';
import { codeOf, isRecord, messageOf } from '../../obsidian/core/unknowns';
import { publicAddress } from '../../../../src/utils/urls';
import { type Finding, good, problem } from './finding';

/** Limit for a whole response, milliseconds. */
const timeout = 10_000;
/** Codes and tokens are valid for a minute or more, so a clock may be off by less. */
const maxSkew = 30_000;

export interface PublicAnswer {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly body: string;
}
export type PublicGet = (url: string) => Promise<PublicAnswer>;

/** @param address `publicUrl` */
export async function checkPublic(address: string, get: PublicGet = httpsGet): Promise<Finding[]> {
  const known = publicAddress(address);
  if (known === undefined)
    return [
      problem(
        `${address} is no plain https address`,
        'Set publicUrl to one, such as https://notes.example.org.',
      ),
    ];
  const { url, origin, base, audience } = known;
  const resource = `${origin}/.well-known/oauth-protected-resource${base}/mcp`;
  let answer: PublicAnswer;
  try {
    answer = await get(resource);
  } catch (error) {
    return [problem(`${url} cannot be reached: ${codeOf(error) ?? messageOf(error)}`, wayOn(codeOf(error)))];
  }
  return [
    good(`${url} answers over TLS`),
    clockFinding(answer),
    documentFinding(answer, { url: resource, key: 'resource', wanted: audience }),
    await issuerFinding(`${origin}/.well-known/oauth-authorization-server${base}`, url, get),
    await endpointFinding(audience, resource, get),
  ];
}

async function issuerFinding(document: string, issuer: string, get: PublicGet): Promise<Finding> {
  const answer = await get(document).catch(() => undefined);
  return answer === undefined
    ? problem(`${document} cannot be reached`, 'Look at the proxy or tunnel.')
    : documentFinding(answer, { url: document, key: 'issuer', wanted: issuer });
}

function documentFinding(
  { status, body }: PublicAnswer,
  { url, key, wanted }: { readonly url: string; readonly key: string; readonly wanted: string },
): Finding {
  if (status !== 200) return problem(`${url} answers ${status}`, statusHelp(status));
  let document: unknown;
  try {
    document = JSON.parse(body);
  } catch {
    document = undefined;
  }
  if (isRecord(document) && document[key] === wanted) return good(`${url} names ${wanted}`);
  return problem(
    `${url} does not name ${wanted}`,
    'Another program answers there, or publicUrl is another address: both must be the same to the letter.',
  );
}

async function endpointFinding(endpoint: string, resource: string, get: PublicGet): Promise<Finding> {
  const answer = await get(endpoint).catch(() => undefined);
  if (answer === undefined) return problem(`${endpoint} cannot be reached`, 'Look at the proxy or tunnel.');
  const challenge = answer.header('www-authenticate') ?? '';
  if (answer.status === 401 && challenge.includes(`"${resource}"`))
    return good(`${endpoint} asks clients to sign in`);
  return answer.status === 401
    ? problem(
        `${endpoint} does not say where to sign in`,
        'The proxy must send the public name in Host and pass WWW-Authenticate on.',
      )
    : problem(`${endpoint} answers ${answer.status}`, statusHelp(answer.status));
}

function clockFinding(answer: PublicAnswer): Finding {
  const skew = Date.parse(answer.header('date') ?? '') - Date.now();
  return Math.abs(skew) > maxSkew
    ? problem(
        `The clock there differs by ${Math.round(Math.abs(skew) / 1000)} s`,
        'Set both clocks by the network: tokens end by the time.',
      )
    : good('The clock there is right');
}

function statusHelp(status: number): string {
  if (status === 403) return 'The name in Host is not that of publicUrl: the proxy must pass it on as it is.';
  if (status === 404)
    return 'The proxy sends 127.0.0.1 as Host, passes this path on to nobody, or publicUrl is not set.';
  if (status >= 500) return 'The proxy does not reach Lectern: is it running, and on this port?';
  return 'Something before Lectern answers, such as a login of the tunnel. It must let requests through.';
}

function wayOn(code: string | undefined): string {
  if (code === 'ENOTFOUND') return 'The name has no address: look at the DNS.';
  if (code !== undefined && /CERT|SSL|TLS|SIGNATURE/u.test(code))
    return 'Clients need a certificate that is valid for this name.';
  return 'Start the proxy or tunnel, and look at its log.';
}

function httpsGet(url: string): Promise<PublicAnswer> {
  return new Promise((resolve, reject) => {
    const sent = getSecurely(url, { agent: false }, response => {
      let body = '';
      response.setEncoding('utf8');
      // A document is short; a longer response is from another program.
      response.on('data', (part: string) => (body = `${body}${part}`.slice(0, 10_000)));
      response.on('close', () =>
        resolve({
          status: response.statusCode ?? 0,
          header: name => [response.headers[name] ?? []].flat().at(0),
          body,
        }),
      );
    });
    setTimeout(() => sent.destroy(new Error('no answer in time')), timeout).unref();
    sent.on('error', reject);
  });
}

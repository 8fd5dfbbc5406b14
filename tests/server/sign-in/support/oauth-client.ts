import type { OAuthClientProvider, StoredOAuthTokens } from '@modelcontextprotocol/client';

export const callback = 'http://127.0.0.1:4321/callback';

type ClientInformation = Awaited<ReturnType<OAuthClientProvider['clientInformation']>>;
type Discovery = Parameters<NonNullable<OAuthClientProvider['saveDiscoveryState']>>[0];

/** What a client keeps of a sign-in, as a program keeps it on disk. */
export class KeptSignIn implements OAuthClientProvider {
  readonly redirectUrl = callback;
  private client: ClientInformation;
  private kept: StoredOAuthTokens | undefined;
  private verifier = '';
  private discovery: Discovery | undefined;
  /** Where the client wants the browser to go. */
  authorization: URL | undefined;

  constructor(private readonly name: string) {}

  get clientMetadata(): OAuthClientProvider['clientMetadata'] {
    return { client_name: this.name, redirect_uris: [callback] };
  }

  state(): string {
    return `state of ${this.name}`;
  }

  clientInformation(): ClientInformation {
    return this.client;
  }

  saveClientInformation(client: ClientInformation): void {
    this.client = client;
  }

  tokens(): StoredOAuthTokens | undefined {
    return this.kept;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.kept = tokens;
  }

  /** As if the time of the access token were over. */
  spoilAccess(): void {
    if (this.kept !== undefined) this.kept = { ...this.kept, access_token: 'lca_over' };
  }

  redirectToAuthorization(url: URL): void {
    this.authorization = url;
  }

  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }

  codeVerifier(): string {
    return this.verifier;
  }

  saveDiscoveryState(state: Discovery): void {
    this.discovery = state;
  }

  discoveryState(): Discovery | undefined {
    return this.discovery;
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'all' || scope === 'client') this.client = undefined;
    if (scope === 'all' || scope === 'tokens') this.kept = undefined;
    if (scope === 'all' || scope === 'discovery') this.discovery = undefined;
  }
}

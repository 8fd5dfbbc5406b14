import {
  buildOAuthProtectedResourceMetadata,
  getOAuthProtectedResourceMetadataUrl,
} from '@modelcontextprotocol/server';
import type { PublicAddress } from '../../utils/urls';

/** The paths of the documents by which a client finds the sign-in, with their contents (RFC 9728, RFC 8414). */
export function documents(
  { url, base, audience }: PublicAddress,
  readsDocuments: boolean,
): ReadonlyMap<string, object> {
  const endpoint = (name: string): string => `${url}/oauth/${name}`;
  const oauthMetadata = {
    issuer: url,
    authorization_endpoint: endpoint('authorize'),
    token_endpoint: endpoint('token'),
    registration_endpoint: endpoint('register'),
    revocation_endpoint: endpoint('revoke'),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    ...(readsDocuments ? { client_id_metadata_document_supported: true } : {}),
  };
  const resource = {
    ...buildOAuthProtectedResourceMetadata({
      oauthMetadata,
      resourceServerUrl: new URL(audience),
      resourceName: 'Lectern',
    }),
    bearer_methods_supported: ['header'],
  };
  return new Map<string, object>([
    [`/.well-known/oauth-protected-resource${base}`, resource],
    [`/.well-known/oauth-protected-resource${base}/mcp`, resource],
    [`/.well-known/oauth-authorization-server${base}`, oauthMetadata],
  ]);
}

/** The challenge of a 401 at the public name (RFC 9728, 5.1). */
export function challenge({ audience }: PublicAddress, hadToken: boolean): string {
  const metadata = `resource_metadata="${getOAuthProtectedResourceMetadataUrl(new URL(audience))}"`;
  return hadToken ? `Bearer error="invalid_token", ${metadata}` : `Bearer ${metadata}`;
}

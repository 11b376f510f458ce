/** A server behind a sign-in that is right in all of it. */
export const signIn = {
  token: "t",
  challenge: (origin: string): string => `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
  documents: (origin: string): Record<string, unknown> => ({
    "/.well-known/oauth-protected-resource/mcp": { resource: `${origin}/mcp`, authorization_servers: [origin] },
    "/.well-known/oauth-authorization-server": signInMetadata(origin),
  }),
} as const;

/** What its authorization server says of itself. */
export function signInMetadata(origin: string): Record<string, unknown> {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    code_challenge_methods_supported: ["S256"],
    client_id_metadata_document_supported: true,
  };
}

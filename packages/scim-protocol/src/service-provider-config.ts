// The service's capabilities, as published at /ServiceProviderConfig (RFC 7643 5, pagination: RFC 9865 4).
import type { JsonObject } from './json.ts';
import type { PageSizes } from './paging.ts';
import { SERVICE_PROVIDER_CONFIG_URN } from './urns.ts';

export interface ServiceProvider {
  /** Absolute base URL of the SCIM endpoints, without a trailing slash. */
  readonly base: string;
  readonly pageSizes: PageSizes;
  /** How long a cursor stays valid, in seconds. */
  readonly cursorTimeout: number;
}

/** The configuration: PATCH, filters, ETags and both kinds of paging, but no bulk, sorting or password changes. */
export const serviceProviderConfig = (provider: ServiceProvider): JsonObject => ({
  schemas: [SERVICE_PROVIDER_CONFIG_URN],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: provider.pageSizes.max },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  pagination: {
    cursor: true,
    index: true,
    defaultPaginationMethod: 'index',
    defaultPageSize: provider.pageSizes.default,
    maxPageSize: provider.pageSizes.max,
    cursorTimeout: provider.cursorTimeout,
  },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token of the connection, sent as Authorization: Bearer.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${provider.base}/ServiceProviderConfig` },
});

// Links from tool results to the page of a trail, for the person.
import type { ResourceLink } from '@modelcontextprotocol/server';

export interface TrailPageDeps {
  readonly baseUrl: string;
}

export const pageLink = (baseUrl: string, trailId: string): ResourceLink => ({
  type: 'resource_link',
  uri: `${baseUrl}/trails/${trailId.toLowerCase()}`,
  name: 'trail-page',
  title: "The trail's page",
  mimeType: 'text/html',
});

/** Clients of older revisions don't know links in results, and some of them reject the whole result. */
export const knowsLinks = (protocolVersion: string | undefined): boolean =>
  protocolVersion !== undefined && protocolVersion >= '2025-06-18';

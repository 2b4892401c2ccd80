// The output of the first start: the address of the service, the demo's keys, and commands to try.
import { loginLinkUrl } from '../identity/login-links.ts';
import type { Demo } from './demo.ts';

/** The text for a terminal. It contains the keys, so print it once and never log it. */
export const welcomeText = (publicUrl: string, demo: Demo): string => `
Cairn runs at ${publicUrl}

The database was empty, so it was filled with a demo: the workspace Acme with 8 trails,
and the service-wide catalog with 2. These are shown once and kept only as hashes:

  API key of Acme                      ${demo.api_key}
  API key of the service-wide catalog  ${demo.svc_api_key}
  Console, good once within a day      ${loginLinkUrl(publicUrl, demo.link_token)}

Try next:

  export CAIRN_URL=${publicUrl}
  export CAIRN_API_KEY=${demo.api_key}
  curl -s $CAIRN_URL/v1/me -H "Authorization: Bearer $CAIRN_API_KEY"
  curl -s "$CAIRN_URL/v1/trails?status=live" -H "Authorization: Bearer $CAIRN_API_KEY"
  curl -s $CAIRN_URL/openapi.json

Continue with docs/quickstart.md. CAIRN_DEMO=off starts a new database without the demo.

`;

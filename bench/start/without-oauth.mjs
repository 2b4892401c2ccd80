// Loaded before the service (node --import): it starts without the OAuth door, so that the door's share of starting can be
// measured. For this measurement alone; the product has no such switch.
import { register } from 'node:module';

const NOTHING = 'export const oauthEndpoints = () => ({ open: [], signedIn: [] });';
const hooks = `export async function load(url, context, next) {
  if (!url.endsWith('/dist/doors/oauth/oauth.js')) return next(url, context);
  return { format: 'module', source: ${JSON.stringify(NOTHING)}, shortCircuit: true };
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

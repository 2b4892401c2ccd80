// Loaded before the service (node --import) where the OAuth door stays: the same hooks as without-oauth.mjs, which let
// everything through, so that both starts pay for them.
import { register } from 'node:module';

const hooks = `export async function load(url, context, next) {
  return next(url, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

// A workspace's single sign-on settings, for its admins.
import { Type } from '@sinclair/typebox';
import { Seen } from '../../base/seen.ts';
import { closed, Instant, Nullable, OneOf, TypedUrl, Uri } from '../../base/shape.ts';
import { noContentAfter, ok } from '../../http/answers/answer.ts';
import { providerLogoutUrl } from '../../identity/provider-logout.ts';
import {
  findSingleSignOn,
  providerClientOf,
  removeSingleSignOn,
  saveSingleSignOn,
} from '../../identity/single-sign-on.ts';
import { CHECKS } from '../../identity/single-sign-on-findings.ts';
import { redirectUriOf } from '../../identity/single-sign-on-flow.ts';
import { unlinkMember } from '../../identity/single-sign-on-links.ts';
import { byOf, operation, routes, teamOf } from '../session/session-endpoint.ts';
import type { SignInDeps } from '../session/sign-in-deps.ts';

const wanted = {
  issuer: TypedUrl({
    maxLength: 500,
    description: 'The issuer as the provider spells it, e.g. https://acme.okta.com.',
  }),
  client_id: Type.String({ minLength: 1, maxLength: 300 }),
  client_secret: Type.Optional(
    Nullable(Type.String({ minLength: 1, maxLength: 1_000 }), {
      description: 'Default: the stored secret, for the same issuer. Null: a public client.',
    }),
  ),
};
const SaveBody = Type.Object(
  {
    ...wanted,
    enabled: Type.Boolean(),
    required: Type.Boolean({
      description:
        'Everyone except the Owner must sign in to the workspace this way. Turning it on ends all other sessions ' +
        'and revokes the access of connected apps.',
    }),
    seen: Seen({ updated_at: Nullable(Instant('Null if not set up.')) }),
  },
  { $id: 'SingleSignOnBody', ...closed },
);
const TestBody = Type.Object(wanted, { $id: 'SingleSignOnTestBody', ...closed });
const Settings = Type.Object(
  {
    issuer: TypedUrl(),
    client_id: Type.String(),
    has_secret: Type.Boolean(),
    enabled: Type.Boolean(),
    required: Type.Boolean(),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'SingleSignOnSettings', ...closed },
);
const SettingsView = Type.Object(
  {
    settings: Nullable(Settings, { description: 'Null if not set up.' }),
    redirect_uri: Uri({ description: 'The redirect URI to register with the provider.' }),
    sign_in_url: Uri({ description: 'Starts the sign-in, for a tile in the provider’s dashboard.' }),
    logout_url: Uri({ description: 'Where the provider ends all sessions of a person (Global Token Revocation).' }),
  },
  { $id: 'SingleSignOn', ...closed },
);
const TestView = Type.Object(
  {
    ok: Type.Boolean(),
    checks: Type.Array(
      Type.Object(
        { check: OneOf(CHECKS), ok: Type.Boolean(), message: Type.String() },
        { $id: 'SingleSignOnCheck', ...closed },
      ),
    ),
  },
  { $id: 'SingleSignOnTest', ...closed },
);

const base = { tag: 'Single sign-on', needs: 'admin', idempotent: false } as const;

const getSingleSignOnOperation = (deps: SignInDeps) =>
  operation({
    ...base,
    id: 'getSingleSignOn',
    summary: 'Get the single sign-on settings',
    answers: { 200: { description: 'The settings, without the secret.', schema: SettingsView } },
    refusals: [],
    async handle(call) {
      const settings = (await findSingleSignOn(call.db, teamOf(call))) ?? null;
      const sign_in_url = `${deps.publicUrl}/sign-in/sso?team=${teamOf(call)}`;
      const logout_url = providerLogoutUrl(deps.publicUrl, teamOf(call));
      return ok({ settings, redirect_uri: redirectUriOf(deps.publicUrl), sign_in_url, logout_url });
    },
  });

const saveSingleSignOnOperation = (deps: SignInDeps) =>
  operation({
    ...base,
    id: 'saveSingleSignOn',
    summary: 'Set up single sign-on',
    description: 'Changing the issuer or client removes all links; people are linked again at their next sign-in.',
    body: { schema: SaveBody },
    answers: { 204: { description: 'Saved.' } },
    refusals: ['validation', 'unprocessable', 'conflict'],
    async handle(call) {
      const body = await call.json(SaveBody);
      const by = byOf(call);
      return noContentAfter(call, (tx) => saveSingleSignOn(tx, teamOf(call), body, deps, deps.clock(), by));
    },
  });

const removeSingleSignOnOperation = operation({
  ...base,
  id: 'removeSingleSignOn',
  summary: 'Remove single sign-on',
  answers: { 204: { description: 'The settings and all links are removed. Sessions stay.' } },
  refusals: ['not-found'],
  handle: (call) => noContentAfter(call, (tx) => removeSingleSignOn(tx, teamOf(call), byOf(call))),
});

const testSingleSignOnOperation = (deps: SignInDeps) =>
  operation({
    ...base,
    id: 'testSingleSignOn',
    summary: 'Test single sign-on before saving it',
    description: 'Runs all checks that need no sign-in and explains problems. Stores nothing.',
    rate: 'sign-in',
    body: { schema: TestBody },
    answers: { 200: { description: 'One finding per check.', schema: TestView } },
    refusals: ['validation', 'unprocessable'],
    async handle(call) {
      const client = await providerClientOf(call.db, teamOf(call), await call.json(TestBody), deps);
      // Lazy: loads the OpenID Connect library for the first test.
      const { checkSingleSignOn } = await import('../../identity/single-sign-on-check.ts');
      const checks = await checkSingleSignOn(call.db, teamOf(call), client, deps);
      return ok({ ok: checks.every((check) => check.ok), checks });
    },
  });

const unlinkSingleSignOnOperation = operation({
  ...base,
  id: 'unlinkSingleSignOn',
  summary: "Remove a member's link to the provider",
  description: 'The next sign-in links the member again, by verified e-mail address.',
  params: Type.Object({ user_id: Type.String({ format: 'uuid' }) }),
  answers: { 204: { description: 'The link is removed.' } },
  refusals: ['bad-request', 'not-found'],
  handle: (call) =>
    noContentAfter(call, async (tx) => {
      const { user_id } = call.params;
      await unlinkMember(tx, teamOf(call), user_id, byOf(call));
    }),
});

export const singleSignOnSettingsRoutes = (deps: SignInDeps) =>
  routes({
    'GET /sso': getSingleSignOnOperation(deps),
    'PUT /sso': saveSingleSignOnOperation(deps),
    'DELETE /sso': removeSingleSignOnOperation,
    'POST /sso/test': testSingleSignOnOperation(deps),
    'DELETE /sso/links/:user_id': unlinkSingleSignOnOperation,
  });

// Sign-in by one-time link or password, and the methods available for an e-mail address.
import { Type } from '@sinclair/typebox';
import { isRefusal, refuse } from '../../base/refusal.ts';
import { closed, Email, Nullable, OneOf } from '../../base/shape.ts';
import { ok } from '../../http/answers/answer.ts';
import type { Anyone } from '../../http/endpoint/anyone.ts';
import type { Call } from '../../http/endpoint/endpoint.ts';
import { redeemLoginLink } from '../../identity/login-links.ts';
import { checkPassword, findPassword, holdChecked } from '../../identity/passwords.ts';
import { findTeamOfEmail } from '../../identity/single-sign-on.ts';
import { openingOf, SIGNED_IN, signInAnswer } from '../session/open-session.ts';
import { deviceCookie, deviceOf, takeGuess } from '../session/password-guess.ts';
import type { SignInDeps } from '../session/sign-in-deps.ts';
import { operation, routes, type SignInEndpoint } from './sign-in-door.ts';

const Address = Email({ maxLength: 320 });
const TeamId = Type.Optional(
  Type.String({ format: 'uuid', description: 'The workspace to enter. Default: the first that accepts this method.' }),
);

const LinkBody = Type.Object(
  { token: Type.String({ maxLength: 200 }), team_id: TeamId },
  { $id: 'LinkBody', ...closed },
);
const PasswordBody = Type.Object(
  { email: Address, password: Type.String({ maxLength: 1_024 }), team_id: TeamId },
  { $id: 'PasswordSignInBody', ...closed },
);
const MethodsBody = Type.Object({ email: Address }, { $id: 'SignInMethodsBody', ...closed });
const Methods = Type.Object(
  {
    methods: Type.Array(OneOf(['password', 'sso'])),
    sso_team_id: Nullable(Type.String({ format: 'uuid' }), {
      description: 'Redirect the browser to /sign-in/sso?team=… with this id.',
    }),
  },
  { $id: 'SignInMethods', ...closed },
);

const base = { tag: 'Sign-in', rate: 'sign-in', idempotent: false } as const;

const signInWithLinkOperation = (deps: SignInDeps) =>
  operation({
    ...base,
    id: 'signInWithLink',
    summary: 'Sign in with a one-time link',
    description:
      'The token of `/sign-in#token=…`. It works once, for 15 minutes unless its creator chose longer. The token ' +
      'of the first start is valid for a day.',
    body: { schema: LinkBody },
    answers: { 200: SIGNED_IN },
    refusals: ['validation', 'unauthorized', 'membership-revoked', 'forbidden'],
    async handle(call) {
      const { token, team_id } = await call.json(LinkBody);
      return call.commit(async (tx) => {
        const link = await redeemLoginLink(tx, token, deps.clock());
        const { account_id, confined, proof_number, activations } = link;
        const signIn = { account_id, confined, proof_number, activations, method: 'link' } as const;
        return signInAnswer(tx, deps, { ...signIn, team_id: link.team_id ?? team_id }, openingOf(call));
      });
    },
  });

const signInWithPasswordOperation = (deps: SignInDeps) =>
  operation({
    ...base,
    id: 'signInWithPassword',
    summary: 'Sign in with a password',
    description: 'The response is the same for an unknown address and a wrong password.',
    body: { schema: PasswordBody },
    answers: { 200: SIGNED_IN },
    refusals: ['validation', 'unauthorized', 'membership-revoked', 'forbidden', 'rate-limited'],
    async handle(call) {
      const { email, password, team_id } = await call.json(PasswordBody);
      const known = await checkedGuess(deps, call, email, password);
      if (known.team_id !== null && team_id !== undefined && team_id !== known.team_id)
        throw refuse('forbidden', 'This password belongs to another workspace. Ask your service operators for a link.');
      const { account_id, proof_number } = known;
      const confined = known.team_id !== null;
      const signIn = { account_id, confined, proof_number, method: 'password' } as const;
      return call.commit(async (tx) => {
        await holdChecked(tx, known);
        const answer = await signInAnswer(tx, deps, { ...signIn, team_id: known.team_id ?? team_id }, openingOf(call));
        return { ...answer, cookies: [...(answer.cookies ?? []), deviceCookie(deps, call, account_id)] };
      });
    },
  });

async function checkedGuess(deps: SignInDeps, call: Call<Anyone>, email: string, password: string) {
  // Only devices that may be known cause a lookup before their turn.
  let stored = deviceOf(deps, call) === undefined ? undefined : await findPassword(call.db, email);
  const visitor = await takeGuess(deps, call, email, stored?.account_id);
  try {
    const find = async () => (stored ??= await findPassword(call.db, email));
    return await checkPassword(deps.hasher, find, password, visitor);
  } catch (thrown) {
    const refused = { account_id: stored?.account_id ?? null, team_id: stored?.team_id ?? null };
    if (isRefusal(thrown, 'unauthorized')) deps.refusedSignIns.note(refused, openingOf(call));
    throw thrown;
  }
}

const findSignInMethodsOperation = operation({
  ...base,
  // There is nothing to guess here. If this were counted, each person would count twice against an address that many
  // share.
  rate: 'default',
  id: 'findSignInMethods',
  summary: 'Get the sign-in methods of an e-mail address',
  description: 'Depends only on the domain, so the response does not reveal whether the address exists.',
  body: { schema: MethodsBody },
  answers: { 200: { description: 'The methods.', schema: Methods } },
  refusals: ['validation'],
  async handle(call) {
    const { email } = await call.json(MethodsBody);
    const team = await findTeamOfEmail(call.db, email);
    const sso_team_id = team?.team_id ?? null;
    return ok({ methods: sso_team_id === null ? ['password'] : ['sso', 'password'], sso_team_id });
  },
});

export const signInRoutes = (deps: SignInDeps): SignInEndpoint[] =>
  routes({
    'POST /link': signInWithLinkOperation(deps),
    'POST /password': signInWithPasswordOperation(deps),
    'POST /methods': findSignInMethodsOperation,
  });

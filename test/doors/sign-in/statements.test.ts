// Signing in must be cheap, because a whole company signs in at nine o'clock.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openedView, sessionView } from '../../../src/doors/session/session-view.ts';
import { redeemLoginLink } from '../../../src/identity/login-links.ts';
import { getSessionCaller } from '../../../src/identity/sessions.ts';
import { openSession } from '../../../src/identity/sign-in.ts';
import type { Tx } from '../../../src/storage/database.ts';
import type { TestTeam } from '../../support/test-team.ts';
import { type World, world } from '../../support/world.ts';
import { linkFor } from './browser.ts';

let here: World;
let team: TestTeam;
beforeAll(async () => {
  here = await world();
  team = await here.team();
});
afterAll(() => here.close());

/** Counts the statements of the transaction. */
function counting(tx: Tx): { readonly tx: Tx; readonly count: () => number } {
  let count = 0;
  return {
    count: () => count,
    tx: {
      ...tx,
      rows(statement) {
        count += 1;
        return tx.rows(statement);
      },
      row(statement) {
        count += 1;
        return tx.row(statement);
      },
    },
  };
}

test('redeems a link and then opens and shows the session in nine statements', async () => {
  const token = await linkFor(here, team.author.email);
  const now = here.clock();
  const { statements, shown, session } = await here.app.database.inTransaction(async (plain) => {
    const { tx, count } = counting(plain);
    const { account_id, confined, proof_number } = await redeemLoginLink(tx, token, now);
    const wanted = { account_id, confined, proof_number, method: 'link' } as const;
    const opened = await openSession(tx, wanted, now, {
      id: 'request',
      origin: { address: '127.0.0.1', device: 'test' },
    });
    return { shown: await openedView(tx, opened, now), statements: count(), session: opened };
  });
  expect(statements).toBe(9);
  // The first response is the same as the session's later ones.
  const { database } = here.app;
  const caller = await getSessionCaller(database, session.token, now);
  expect(session.caller).toMatchObject(caller);
  expect(await sessionView(database, caller, now)).toEqual(shown);
  expect(shown).toMatchObject({ person: { email: team.author.email }, sign_in: { method: 'link', confined: false } });
});

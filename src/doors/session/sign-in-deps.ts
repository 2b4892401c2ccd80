// Dependencies of the sign-in routes.
import type { Clock } from '../../base/clock.ts';
import type { PasswordHasher } from '../../identity/password-hash.ts';
import type { RefusedSignIns } from '../../identity/refused-sign-ins.ts';
import type { SingleSignOnDeps } from '../../identity/single-sign-on.ts';
import type { GuessDeps } from './password-guess.ts';

export interface SignInDeps extends SingleSignOnDeps, GuessDeps {
  readonly clock: Clock;
  readonly hasher: PasswordHasher;
  readonly refusedSignIns: RefusedSignIns;
}

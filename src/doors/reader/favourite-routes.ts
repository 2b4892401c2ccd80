// The caller's favorites: adding and removing them. The endpoint in reader-routes.ts lists them with the visible
// trails.
import { ids } from '../../base/shape.ts';
import { noContentAfter } from '../../http/answers/answer.ts';
import { addFavourite, removeFavourite } from '../../trails/readers/favourites.ts';
import { operation } from '../session/session-endpoint.ts';
import { readerOf } from './reader-of.ts';

const common = { tag: 'Reading', needs: 'member', params: ids('trail_id') } as const;

export const addFavouriteOperation = operation({
  ...common,
  id: 'addFavourite',
  summary: 'Add a trail to my favorites',
  description: 'Personal and per workspace, until the person is deactivated. At most 200.',
  answers: { 204: { description: 'The trail is a favorite.' } },
  refusals: ['not-found', 'conflict'],
  handle: (call) => noContentAfter(call, (tx) => addFavourite(tx, readerOf(call), call.params.trail_id)),
});

export const removeFavouriteOperation = operation({
  ...common,
  id: 'removeFavourite',
  summary: 'Remove a trail from my favorites',
  answers: { 204: { description: 'The trail is not a favorite.' } },
  refusals: ['not-found'],
  handle: (call) => noContentAfter(call, (tx) => removeFavourite(tx, readerOf(call), call.params.trail_id)),
});

// Favourites of the person who asks: marked and unmarked here, listed with the trails that they see. The table is in
// reader-routes.ts.
import { ids } from '../../base/shape.ts';
import { noContentAfter } from '../../http/answers/answer.ts';
import { addFavourite, removeFavourite } from '../../trails/readers/favourites.ts';
import { operation } from '../session/session-endpoint.ts';
import { readerOf } from './reader-of.ts';

const common = { tag: 'Reading', needs: 'member', params: ids('trail_id') } as const;

export const addFavouriteOperation = operation({
  ...common,
  id: 'addFavourite',
  summary: 'Mark a trail as a favourite of mine',
  description: 'For this person in this workspace alone, until they are deactivated. At most 200.',
  answers: { 204: { description: 'Marked.' } },
  refusals: ['not-found', 'conflict'],
  handle: (call) => noContentAfter(call, (tx) => addFavourite(tx, readerOf(call), call.params.trail_id)),
});

export const removeFavouriteOperation = operation({
  ...common,
  id: 'removeFavourite',
  summary: 'Take a favourite of mine back',
  answers: { 204: { description: 'Taken back, or it was none.' } },
  refusals: ['not-found'],
  handle: (call) => noContentAfter(call, (tx) => removeFavourite(tx, readerOf(call), call.params.trail_id)),
});

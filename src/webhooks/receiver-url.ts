// The address of a receiver, checked before it is stored. Which address the name leads to is egress's to judge, at
// every connection.
import { invalid } from '../base/issue.ts';
import { isLoopback } from '../base/loopback.ts';
import { LONGEST_URL } from './webhook.ts';

/**
 * The address as it is stored. Refuses with `validation` what is no URL, is not https (on the developer's own machine
 * http will do), or holds a user, a password or a fragment.
 */
export function checkedReceiverUrl(field: string, text: string, publicUrl: string): string {
  if (text.length > LONGEST_URL || !URL.canParse(text))
    throw invalid(field, `Send a whole address such as https://hooks.example.com/cairn, at most ${LONGEST_URL} long.`);
  const url = new URL(text);
  const isOwnMachine = isLoopback(url.hostname) && isLoopback(new URL(publicUrl).hostname);
  if (url.protocol !== 'https:' && !(isOwnMachine && url.protocol === 'http:'))
    throw invalid(field, 'The address must begin with https://.');
  if (url.username !== '' || url.password !== '')
    throw invalid(field, 'Leave user and password out of the address: signatures prove who sends.');
  if (url.hash !== '') throw invalid(field, 'Leave out what follows #: it is never sent.');
  return url.href;
}

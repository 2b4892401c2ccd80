// Validates a receiver's URL before it is stored. Egress checks the resolved address at every connection.

import { isLoopback } from '../base/hosts.ts';
import { invalid } from '../base/issue.ts';
import { t } from '../base/texts/t.ts';
import { MAX_URL_LENGTH } from './webhook.ts';

/**
 * The URL to store. Fails with `validation` if it is invalid, not https (http is allowed on a developer's own
 * machine), or contains a user, a password or a fragment.
 */
export function checkedReceiverUrl(field: string, text: string, publicUrl: string): string {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text))
    throw invalid(
      field,
      t('Send a whole address such as https://hooks.example.com/cairn, at most {limit} long.', {
        limit: MAX_URL_LENGTH,
      }),
    );
  const url = new URL(text);
  const isOwnMachine = isLoopback(url.hostname) && isLoopback(new URL(publicUrl).hostname);
  if (url.protocol !== 'https:' && !(isOwnMachine && url.protocol === 'http:'))
    throw invalid(field, 'The address must start with https://.');
  if (url.username !== '' || url.password !== '')
    throw invalid(field, 'Remove the user and password from the address. Signatures prove the sender.');
  if (url.hash !== '') throw invalid(field, 'Remove everything from the # on, because it is never sent.');
  return url.href;
}

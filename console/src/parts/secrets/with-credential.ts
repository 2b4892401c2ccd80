// What somebody acted with who did not act in the console.

interface ActingCredential {
  readonly kind: 'api_key' | 'oauth';
  readonly name: string;
}

/** "with the key CI", in the middle of a sentence. */
export const withCredential = ({ kind, name }: ActingCredential): string => `with the ${nounOf(kind)} ${name}`;

export const nounOf = (kind: ActingCredential['kind']): string => (kind === 'api_key' ? 'key' : 'app');

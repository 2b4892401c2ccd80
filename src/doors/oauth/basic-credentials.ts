// The client's id and secret in the Authorization header (RFC 6749, section 2.3.1).

export interface BasicCredentials {
  readonly id: string;
  readonly secret: string;
}

/** The form-decoded parts of a Basic header. Undefined if it is missing. */
export function basicCredentials(authorization: string | undefined): BasicCredentials | undefined {
  const encoded = /^basic +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { id: decoded(id), secret: decoded(rest.join(':')) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part.replace(/\+/g, ' '));
  } catch {
    return part;
  }
}

// The core User schema (RFC 7643 4.1) as data. `password` is intentionally absent: the service accepts it but drops it
// (dialects.ts), so advertising it would be misleading.
import { attribute, boolean, complex, plural, type Schema, string } from './attribute.ts';
import { USER_URN } from './urns.ts';

const name = complex('name', "The components of the user's name.", [
  string('formatted', 'The full name, formatted for display.'),
  string('familyName', 'The family name, or last name.'),
  string('givenName', 'The given name, or first name.'),
  string('middleName', 'The middle name or names.'),
  string('honorificPrefix', 'The title that precedes the name, such as "Dr.".'),
  string('honorificSuffix', 'The suffix that follows the name, such as "III".'),
]);

const addresses = complex(
  'addresses',
  'Physical mailing addresses.',
  [
    string('formatted', 'The full address, formatted for display or a label.'),
    string('streetAddress', 'Street, house number and the like; may contain line breaks.'),
    string('locality', 'City or locality.'),
    string('region', 'State or region.'),
    string('postalCode', 'Postal code.'),
    string('country', 'Country, preferably as an ISO 3166-1 alpha-2 code.'),
    string('type', 'A label that says what the address is for.', { canonicalValues: ['work', 'home', 'other'] }),
    boolean('primary', 'True for the preferred address; at most one is primary.'),
  ],
  { multiValued: true },
);

const groups = complex(
  'groups',
  'The groups that the user belongs to; changed only through the Group resource.',
  [
    string('value', 'The id of the group.', { mutability: 'readOnly' }),
    attribute('reference', '$ref', 'The URI of the group.', { mutability: 'readOnly', referenceTypes: ['Group'] }),
    string('display', 'The display name of the group.', { mutability: 'readOnly' }),
    string('type', 'Whether the membership is direct or indirect.', {
      mutability: 'readOnly',
      canonicalValues: ['direct', 'indirect'],
    }),
  ],
  { multiValued: true, mutability: 'readOnly' },
);

export const USER_SCHEMA: Schema = {
  id: USER_URN,
  name: 'User',
  description: 'User Account',
  attributes: [
    string('userName', 'The name by which the identity provider knows the user; unique per service provider.', {
      required: true,
      uniqueness: 'server',
    }),
    name,
    string('displayName', 'The name shown to other people.'),
    string('nickName', 'The casual name of the user.'),
    attribute('reference', 'profileUrl', "The URL of the user's online profile.", { referenceTypes: ['external'] }),
    string('title', "The user's job title."),
    string('userType', 'The relationship to the organization, such as "Employee" or "Contractor".'),
    string('preferredLanguage', 'Preferred languages, in the form of an Accept-Language header.'),
    string('locale', 'The locale for dates, numbers and currency, such as "en-US".'),
    string('timezone', 'The time zone, in the form of the IANA database, such as "Europe/Paris".'),
    boolean('active', 'Whether the account is active; false deactivates it.'),
    plural(
      'emails',
      'Email addresses; the primary one, or the first, is the address of the account.',
      string('value', 'The e-mail address.'),
      ['work', 'home', 'other'],
    ),
    plural('phoneNumbers', 'Phone numbers.', string('value', 'The phone number, preferably as an RFC 3966 URI.'), [
      'work',
      'home',
      'mobile',
      'fax',
      'pager',
      'other',
    ]),
    plural('ims', 'Instant messaging addresses.', string('value', 'The address.'), [
      'aim',
      'gtalk',
      'icq',
      'xmpp',
      'msn',
      'skype',
      'qq',
      'yahoo',
    ]),
    plural(
      'photos',
      'URLs of photos of the user.',
      attribute('reference', 'value', 'The URL of the photo.', { referenceTypes: ['external'] }),
      ['photo', 'thumbnail'],
    ),
    addresses,
    groups,
    plural('entitlements', 'Entitlements of the user.', string('value', 'The entitlement.')),
    plural(
      'roles',
      'Roles that the identity provider assigns; stored, but not used for permissions.',
      string('value', 'The role.'),
    ),
    plural(
      'x509Certificates',
      'Certificates of the user.',
      attribute('binary', 'value', 'A DER certificate in base64.'),
    ),
  ],
};

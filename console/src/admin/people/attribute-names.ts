// Names of SCIM attributes for people.

const NAMES: Readonly<Record<string, string>> = {
  userName: 'User name',
  externalId: 'Id in the identity provider',
  'name.givenName': 'First name',
  'name.familyName': 'Last name',
  'name.middleName': 'Middle name',
  'name.formatted': 'Full name',
  'name.honorificPrefix': 'Form of address',
  displayName: 'Display name',
  nickName: 'Nickname',
  title: 'Title',
  userType: 'Kind of employment',
  emails: 'E-mail',
  'emails.display': 'Name of the e-mail address',
  phoneNumbers: 'Phone',
  photos: 'Photo',
  preferredLanguage: 'Language',
  locale: 'Region',
  timezone: 'Time zone',
  department: 'Department',
  division: 'Division',
  organization: 'Organization',
  costCenter: 'Cost center',
  employeeNumber: 'Employee number',
  manager: 'Manager',
  'manager.displayName': 'Name of the manager',
  'addresses.formatted': 'Address',
  'addresses.streetAddress': 'Street',
  'addresses.locality': 'Town',
  'addresses.region': 'State or region',
  'addresses.postalCode': 'Postal code',
  'addresses.country': 'Country',
};

/** "Department". An unknown attribute is spelled out from its path: "badge number". */
export function attributeName(path: string, type: string): string {
  const name = NAMES[path] ?? wordsOf(path);
  return type === '' ? name : `${name} (${type})`;
}

const wordsOf = (path: string): string => {
  const words = path
    .replaceAll(/[._]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
};

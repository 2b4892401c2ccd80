// Names of SCIM attributes for people.

import { t } from '../../parts/texts/t.ts';

const NAMES: Readonly<Record<string, string>> = {
  userName: t('User name'),
  externalId: t('Id in the identity provider'),
  'name.givenName': t('First name'),
  'name.familyName': t('Last name'),
  'name.middleName': t('Middle name'),
  'name.formatted': t('Full name'),
  'name.honorificPrefix': t('Honorific prefix'),
  displayName: t('Display name'),
  nickName: t('Nickname'),
  title: t('Title'),
  userType: t('Kind of employment'),
  emails: 'E-mail',
  'emails.display': t('Name of the e-mail address'),
  phoneNumbers: t('Phone'),
  photos: t('Photo'),
  preferredLanguage: t('Language'),
  locale: t('Region'),
  timezone: t('Time zone'),
  department: t('Department'),
  division: t('Division'),
  organization: t('Organization'),
  costCenter: t('Cost center'),
  employeeNumber: t('Employee number'),
  manager: t('Manager'),
  'manager.displayName': t('Name of the manager'),
  'addresses.formatted': t('Address'),
  'addresses.streetAddress': t('Street'),
  'addresses.locality': t('Town'),
  'addresses.region': t('State or region'),
  'addresses.postalCode': t('Postal code'),
  'addresses.country': t('Country'),
};

/** "Department". An unknown attribute is spelled out from its path: "badge number". */
export function attributeName(path: string, type: string): string {
  // An identity provider may send an attribute that is called `constructor`.
  const name = (Object.hasOwn(NAMES, path) ? NAMES[path] : undefined) ?? wordsOf(path);
  return type === '' ? name : `${name} (${type})`;
}

const wordsOf = (path: string): string => {
  const words = path
    .replaceAll(/[._]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
};

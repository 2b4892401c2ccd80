// Instructions for each identity provider in that provider's own terms: menu names, fields for the base URL and token,
// and attributes to map.
import type { Connection } from '../../api/connections.ts';
import { t } from '../../parts/texts/t.ts';

export type Provider = Connection['provider'];

export interface ProviderGuide {
  readonly id: Provider;
  readonly name: string;
  readonly steps: readonly string[];
  /** The provider's names of the fields for base URL and token. */
  readonly fields: { readonly baseUrl: string; readonly token: string };
  /** The provider's attribute, the attribute here, and its purpose. */
  readonly attributes: readonly (readonly [string, string, string])[];
  readonly note?: string;
  /** True if the provider provisions only people. */
  readonly isWithoutGroups?: true;
}

const MANAGER = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager';
const SHOWN = t('the name shown');
const ADDRESS = t('the e-mail address, with which people sign in');
const CHART = t('the reporting chart');
const SEAT = t('ends the membership and frees the seat');

export const PROVIDER_GUIDES: readonly ProviderGuide[] = [
  {
    id: 'okta',
    name: 'Okta',
    fields: { baseUrl: 'SCIM connector base URL', token: t('Authorization (Bearer)') },
    steps: [
      t(
        'In the Admin Console open Applications, Create App Integration, or the app you use for Cairn; in its General tab, App Settings, choose Provisioning: SCIM.',
      ),
      t(
        'Under Provisioning, Integration: paste the base URL, and enter userName as Unique identifier field for users.',
      ),
      t(
        'Tick Import New Users and Profile Updates, Push New Users, Push Profile Updates, Push Groups. Authentication Mode: HTTP Header; paste the token.',
      ),
      t('Press Test Connector Configuration, and save.'),
      t(
        'Under Provisioning, To App: enable Create Users, Update User Attributes and Deactivate Users. Leave Sync Password off.',
      ),
      t('Assign people under Assignments, and push groups under Push Groups.'),
    ],
    attributes: [
      [t('Username'), 'userName', t('unique in the connection')],
      [t('Email (primary)'), 'emails', ADDRESS],
      [t('Display name'), 'displayName', SHOWN],
      [t('Manager'), MANAGER, CHART],
      [t('Deactivated or unassigned'), 'active', SEAT],
    ],
  },
  {
    id: 'entra',
    name: 'Microsoft Entra ID',
    fields: { baseUrl: t('Tenant URL'), token: t('Secret token') },
    steps: [
      t(
        'In the admin center open Enterprise applications, New application, Create your own application (non-gallery).',
      ),
      t(
        'Open Provisioning, New configuration. Authentication method: Bearer authentication; paste tenant URL and secret token.',
      ),
      t('Press Test Connection, and create.'),
      t('Under Attribute mapping keep the defaults; map manager if you want the reporting chart here.'),
      t('Under Users and groups, assign the people to provision.'),
      t('Try one person with Provision on demand, then press Start provisioning. A cycle runs every forty minutes.'),
    ],
    attributes: [
      ['userPrincipalName', 'userName', t('matching attribute')],
      ['mail', 'emails[type eq "work"].value', ADDRESS],
      ['displayName', 'displayName', SHOWN],
      ['manager', MANAGER, CHART],
      ['IsSoftDeleted', 'active', SEAT],
    ],
  },
  {
    id: 'google',
    name: 'Google Workspace',
    fields: { baseUrl: t('Endpoint URL'), token: t('Access token') },
    steps: [
      t('In the Admin console open Apps, Web and mobile apps, and the app you use for Cairn.'),
      t('Open Autoprovisioning, Configure autoprovisioning; paste access token and endpoint URL.'),
      t('Map the attributes; userName and the primary e-mail address are enough.'),
      t('Choose the groups whose members are provisioned, and after how many days people are suspended or deleted.'),
      t('Switch autoprovisioning on.'),
    ],
    attributes: [
      [t('Username'), 'userName', t('unique in the connection')],
      [t('Primary email'), 'emails', ADDRESS],
      [t('First and last name'), 'name', SHOWN],
      [t('Suspended'), 'active', SEAT],
    ],
    note: t('Google pushes people, not groups: make groups here, under Groups.'),
    isWithoutGroups: true,
  },
  {
    id: 'onelogin',
    name: 'OneLogin',
    fields: { baseUrl: 'SCIM Base URL', token: 'SCIM Bearer Token' },
    steps: [
      t('Under Applications, Add App, add SCIM Provisioner with SAML (SCIM v2 Core).'),
      t('Under Configuration paste base URL and bearer token, then press Enable under API Connection.'),
      t('Under Parameters choose Groups, and tick Include in User Provisioning to push groups.'),
      t('Under Provisioning tick Enable provisioning, and choose what happens to people who are deleted or suspended.'),
      t('Give people and roles access to the app.'),
    ],
    attributes: [
      ['SCIM Username', 'userName', t('unique in the connection')],
      [t('Email'), 'emails', ADDRESS],
      [t('Display Name'), 'displayName', SHOWN],
      [t('Status'), 'active', SEAT],
    ],
  },
  {
    id: 'jumpcloud',
    name: 'JumpCloud',
    fields: { baseUrl: t('Base URL'), token: t('Token Key') },
    steps: [
      t('Under SSO Applications add a custom application with Export users to this app (Identity Management).'),
      t(
        'Under Identity Management choose SCIM 2.0, paste base URL and token key, and enter the address of a test user.',
      ),
      t('Press Test Connection, then Activate. JumpCloud makes a test user and a test group and deletes them again.'),
      t('Under User Groups select the groups to provision, and save.'),
    ],
    attributes: [
      ['username', 'userName', t('unique in the connection')],
      ['email', 'emails', ADDRESS],
      ['displayname', 'displayName', SHOWN],
      ['suspended', 'active', SEAT],
    ],
  },
  {
    id: 'ping',
    name: 'PingOne',
    fields: { baseUrl: 'SCIM Base URL', token: 'OAuth 2 Bearer Token' },
    steps: [
      t('Under Integrations, Provisioning, press + and New Connection; choose SCIM Outbound.'),
      t(
        'Paste the base URL. Users resource: /Users; Groups resource: /Groups; SCIM version: 2.0; authentication: OAuth 2 Bearer Token; paste the token; authorization type: Bearer.',
      ),
      t('User filter expression: userName eq "%s". Press Test Connection.'),
      t('Choose what deprovisioning does, and save; switch the connection on.'),
      t('Add a rule with this connection as target, and map the attributes.'),
    ],
    attributes: [
      [t('Username'), 'userName', t('unique in the connection')],
      [t('Email Address'), 'emails', ADDRESS],
      [t('Given and family name'), 'name', SHOWN],
      [t('Enabled'), 'active', SEAT],
    ],
  },
  {
    id: 'other',
    name: t('Another provider'),
    fields: { baseUrl: 'SCIM endpoint', token: t('Bearer token') },
    steps: [
      t('Find the place where the provider asks for a SCIM 2.0 endpoint. Paste the base URL unchanged.'),
      t('Choose a bearer token (or HTTP header) as authentication, and paste the token.'),
      t('Map userName to the e-mail address, and send name, active and, if you wish, manager.'),
      t('Test the connection, assign people, push groups.'),
    ],
    attributes: [
      [t('login or e-mail address'), 'userName', t('unique in the connection')],
      ['e-mail address', 'emails', ADDRESS],
      ['name', 'displayName or name', SHOWN],
      ['manager', MANAGER, CHART],
      ['state', 'active', SEAT],
    ],
  },
];

/** The guide of a provider, or the last one ("other") if it is unknown. */
export const guideOf = (provider: string): ProviderGuide | undefined =>
  PROVIDER_GUIDES.find(({ id }) => id === provider) ?? PROVIDER_GUIDES.at(-1);

/** The provider's name for use within a sentence. */
export const calledInSentence = ({ id, name }: ProviderGuide): string => (id === 'other' ? t('your provider') : name);

// What to do in each identity provider, in its own words for things.

export interface ProviderGuide {
  readonly id: string;
  readonly name: string;
  readonly steps: readonly string[];
}

export const PROVIDER_GUIDES: readonly ProviderGuide[] = [
  {
    id: 'okta',
    name: 'Okta',
    steps: [
      'In the Admin Console, open Applications, create an app integration or open the one you use for Cairn, and switch SCIM provisioning on in its General tab.',
      'Under Provisioning, Integration: paste the base URL as "SCIM connector base URL", and enter userName as the unique identifier field.',
      'Tick Import New Users, Push New Users, Push Profile Updates and Push Groups; choose "HTTP Header" and paste the token.',
      'Press "Test Connector Configuration" and save.',
      'Under To App: enable Create Users, Update User Attributes and Deactivate Users.',
      'Assign people under Assignments, and groups under Push Groups.',
    ],
  },
  {
    id: 'entra',
    name: 'Microsoft Entra ID',
    steps: [
      'In the admin center, open Enterprise applications, New application, Create your own application (non-gallery).',
      'Open Provisioning, choose Automatic, and paste the base URL as "Tenant URL" and the token as "Secret Token".',
      'Press "Test Connection" and save.',
      'Under Mappings, keep the defaults; map manager to the manager attribute if managers shall be known here.',
      'Under Users and groups, assign who shall be provisioned.',
      'Start provisioning. The first cycle takes up to forty minutes; "Provision on demand" is immediate.',
    ],
  },
  {
    id: 'onelogin',
    name: 'OneLogin',
    steps: [
      'Add the app "SCIM Provisioner with SAML (SCIM v2 Core)".',
      'Under Configuration, paste the base URL as "SCIM Base URL" and the token as "SCIM Bearer Token", then enable the API connection.',
      'Under Provisioning, enable provisioning, and choose what happens to people who are deleted or suspended.',
      'Give people and roles access to the app.',
    ],
  },
  {
    id: 'other',
    name: 'Another provider',
    steps: [
      'Find the place where the provider asks for a SCIM 2.0 endpoint. Paste the base URL; it ends with the id of the connection.',
      'Choose bearer token (or "HTTP header") as authentication, and paste the token.',
      'Map userName to the e-mail address, and send name, active and, if you wish, manager.',
      'Test the connection, assign people, push groups.',
      'Watch the provisioning log on the next page: every request stands there, and why one was refused.',
    ],
  },
];

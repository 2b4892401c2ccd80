-- Enterprise-managed authorization: an assertion names its identity provider, and what it was made into is one grant.

create index single_sign_on_issuer on single_sign_on (issuer);
-- Each assertion renews the grant of its person, client and resource, also when two come at the same moment.
create unique index oauth_grants_vouched on oauth_grants (catalog_id, account_id, client_id, resource, activation)
  where origin = 'identity-provider' and revoked_at is null;

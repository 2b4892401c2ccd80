-- Which identity provider a connection is for: its steps, its mark, its words in the console.
alter table connections add column provider text not null default 'other'
  constraint connections_provider
  check (provider in ('okta', 'entra', 'google', 'onelogin', 'jumpcloud', 'ping', 'other'));

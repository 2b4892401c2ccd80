-- What every process of one service shares and nobody configures, such as the key that signs cursors.
create table service_settings (
  name text primary key,
  value text not null
);

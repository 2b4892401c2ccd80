-- Tokens of a language model that a catalog spent on the last day on which it asked one.
create table model_spending (
  catalog_id uuid primary key references catalogs on delete cascade,
  day date not null,
  tokens bigint not null
);

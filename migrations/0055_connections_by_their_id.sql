-- A request of an identity provider that no token vouches for names its connection alone, and is noted in its log.
create index connections_id on connections (connection_id);

-- The token with which a program acts for a connection, sealed; its ending is shown to people. The server seals those
-- that are stored in clear when it starts. Those of web chats are public and stay in connections.token.
create table connection_tokens (
  company_id    integer not null,
  connection_id bigint not null,
  key_id        smallint not null,
  ciphertext    bytea not null,
  ending        text not null,
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call wall_in('connection_tokens');

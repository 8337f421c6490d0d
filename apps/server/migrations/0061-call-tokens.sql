-- The token with which a connection makes voice calls through an external service, sealed; its ending is shown to people.
create table connection_call_tokens (
  company_id    integer not null,
  connection_id bigint not null,
  key_id        smallint not null,
  ciphertext    bytea not null,
  ending        text not null,
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call wall_in('connection_call_tokens');

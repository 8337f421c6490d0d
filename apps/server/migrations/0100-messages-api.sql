-- Further tokens for programs, each with a name, what it may do, and an end. Only the hash in address_book knows the
-- token itself; its ending is shown to people.
create table api_tokens (
  company_id         integer not null,
  id                 bigint generated always as identity,
  connection_id      bigint not null,
  name               text not null,
  scopes             text[] not null check (scopes <@ array['send', 'check', 'state'] and scopes <> '{}'),
  ending             text not null,
  expires_at         timestamptz,             -- null: it does not end
  last_used_at       timestamptz,             -- to the minute
  created_by_user_id bigint,
  created_at         timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade,
  foreign key (company_id, created_by_user_id) references users (company_id, id) on delete set null (created_by_user_id)
);
create unique index api_tokens_name on api_tokens (company_id, fold(name));
create index api_tokens_connection on api_tokens (company_id, connection_id);
create index api_tokens_creator on api_tokens (company_id, created_by_user_id) where created_by_user_id is not null;
call wall_in('api_tokens');

-- Calls of programs with an Idempotency-Key, for some days. The same key with the same call is answered with the messages
-- that the first one stored, in one transaction with them.
create table api_requests (
  company_id    integer not null,
  connection_id bigint not null,
  token_id      bigint not null,              -- of api_tokens; 0: the token of the connection
  key           text not null,
  fingerprint   bytea not null,
  message_ids   bigint[] not null default '{}',
  created_at    timestamptz not null default now(),
  primary key (company_id, connection_id, token_id, key),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create index api_requests_age on api_requests (created_at);
call wall_in('api_requests');

-- What programs did on a day in the time zone of the company.
create table api_usages (
  company_id integer not null references companies (id) on delete cascade,
  day        date not null,
  texts      integer not null default 0,
  images     integer not null default 0,
  videos     integer not null default 0,
  pdfs       integer not null default 0,
  others     integer not null default 0,
  checks     integer not null default 0,
  primary key (company_id, day)
);
call wall_in('api_usages');

alter table address_book drop constraint address_book_kind_check;
alter table address_book add constraint address_book_kind_check
  check (kind in ('login', 'api_token', 'named_token', 'meta_page', 'cloud_phone', 'invitation', 'web_chat', 'visitor')) not valid;

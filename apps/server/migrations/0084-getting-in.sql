-- A password that somebody else chose: it must be changed at the next login.
alter table users add column password_is_temporary boolean not null default false;

-- People are found by the number that they gave, to recover a password.
create index users_by_phone on users (phone_key(phone)) where phone is not null and archived_at is null;

-- Requests to recover a password. Not a tenant table: whoever asks belongs to no company (listed as an exception in the
-- test of walls). What the browser holds and the code are stored as keyed hashes.
create table recoveries (
  id                bigint generated always as identity primary key,
  reset_hash        bytea not null unique,
  browser_hash      bytea not null unique,
  -- What was typed, sealed; null once somebody was looked for by it.
  key_id            smallint not null,
  sought            bytea,
  address           inet not null,
  -- Null: nobody was found, or the limit of codes is reached. Nobody outside can tell these requests from the others.
  target_company_id integer,
  target_user_id    bigint,
  code_hash         bytea,
  tries             smallint not null default 0,
  created_at        timestamptz not null default now(),
  expires_at        timestamptz not null,
  verified_at       timestamptz,
  used_at           timestamptz,
  foreign key (target_company_id, target_user_id) references users (company_id, id) on delete cascade,
  check ((target_user_id is null) = (code_hash is null))
);
create index recoveries_of_user on recoveries (target_company_id, target_user_id, created_at) where target_user_id is not null;
create index recoveries_by_time on recoveries (created_at);
grant select, insert, update, delete on recoveries to guiche_operator;

-- What is sent over a connection of the platform's company to users, and not to customers: codes, and the news that a
-- password was changed. They are no messages of a conversation, so nobody reads them there. The row stays after its end
-- without address and text: by its id, which is that of the message at the network, the phone's copy is recognised.
create table private_messages (
  company_id           integer not null,
  id                   uuid not null,
  connection_id        bigint not null,
  address              text not null,
  key_id               smallint not null,
  ciphertext           bytea,
  recipient_company_id integer not null,
  recipient_user_id    bigint not null,
  status               text not null default 'waiting' check (status in ('waiting', 'sent', 'mailed', 'failed')),
  tries                smallint not null default 0,
  not_before           timestamptz not null default now(),
  expires_at           timestamptz not null,
  created_at           timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create index private_messages_waiting on private_messages (not_before) where status = 'waiting';
call wall_in('private_messages');

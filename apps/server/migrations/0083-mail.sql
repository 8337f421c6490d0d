-- The server that sends e-mails, as the operator has set it on a screen. Not a tenant table: companies cannot even read
-- it (listed as an exception in the test of walls).
create table mail_server (
  is_only        boolean primary key default true check (is_only),
  host           text not null,
  port           integer not null check (port between 1 and 65535),
  encryption     text not null check (encryption in ('starttls', 'tls', 'none')),
  login          text not null,
  key_id         smallint not null,
  -- The sealed password; null: the server asks for none.
  ciphertext     bytea,
  sender_name    text not null,
  sender_address text not null,
  updated_at     timestamptz not null default now()
);
grant select, insert, update, delete on mail_server to guiche_operator;

-- E-mails that were asked for, until some time after their end. What fills their text may be secret, so it is sealed, and
-- removed when it is not needed any more.
create table mails (
  company_id integer not null references companies (id) on delete cascade,
  id         uuid not null,
  recipient  text not null,
  template   text not null,
  language   text not null,
  key_id     smallint not null,
  ciphertext bytea,
  status     text not null default 'waiting' check (status in ('waiting', 'sent', 'refused', 'given_up')),
  -- Of the last try.
  outcome    text,
  -- A mail that comes later than this would mislead, such as a code that has run out.
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  ended_at   timestamptz,
  primary key (company_id, id)
);
create index mails_unsent on mails (ended_at) where status in ('refused', 'given_up');
call wall_in('mails');

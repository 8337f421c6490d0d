-- A WhatsApp number on Meta's Cloud API. Its token is in network_accounts; the row of address_book (kind 'cloud_phone') leads from
-- the id of the number to the connection, of one company only.
create table official_numbers (
  company_id      integer not null,
  connection_id   bigint not null,
  account_id      text not null,   -- the WhatsApp Business Account
  app_id          text,            -- of an app of the company's own; null: that of the installation
  key_id          smallint,
  ciphertext      bytea,           -- secret and verify token of the own app
  token_ends_at   timestamptz,     -- null: never
  webhook_seen_at timestamptz,     -- within about an hour; null: none has come yet
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade,
  check ((app_id is null) = (ciphertext is null)),
  check ((key_id is null) = (ciphertext is null))
);
create index official_numbers_account on official_numbers (account_id);
call wall_in('official_numbers');

alter table network_accounts drop constraint network_accounts_ended_because_check;
alter table network_accounts add constraint network_accounts_ended_because_check
  check (ended_because in ('token_ended', 'permission_lost', 'restricted', 'app_removed', 'not_registered')) not valid;

-- `notice`: the network says something about the number that people should know, and the connection goes on.
alter table connection_events drop constraint connection_events_kind_check;
alter table connection_events add constraint connection_events_kind_check
  check (kind in ('opening', 'qrcode', 'pairing', 'connected', 'lost', 'stopped', 'ended', 'unlinked', 'recovered', 'limited', 'resumed', 'notice')) not valid;

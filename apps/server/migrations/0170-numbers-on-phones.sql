-- A number of the Cloud API may be in the app of a phone too. Meta tells the phone's contacts and history once.
alter table official_numbers
  add column is_on_phone       boolean not null default false,
  add column contacts_asked_at timestamptz,
  add column history_asked_at  timestamptz;

alter table connection_imports
  add column is_once boolean not null default false,  -- it comes once, over hours: it ends when all of it was sent
  add column sent    smallint;                        -- percent that the phone has sent; null: it does not say

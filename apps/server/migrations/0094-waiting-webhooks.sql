-- A webhook names charges, and waits to be read until the provider was asked about them. `next_read_at`: when a process
-- reads it; null: it was read. One that a process reads at this moment has a time in the future, so that it is read again
-- if the process is killed.
alter table payment_webhooks
  add column txids text[] not null default '{}',
  add column provider_ids text[] not null default '{}',
  add column next_read_at timestamptz;

-- In seconds: how long the next message of a campaign waits after this one on its connection, also if both are late.
alter table outbox add column spacing real not null default 0;

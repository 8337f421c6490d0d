-- 0: messages of people. Entries with higher numbers are sent later.
alter table outbox add column priority smallint not null default 0;
create index outbox_turns on outbox (company_id, connection_id, priority, id);

-- Whose turn it is: 0 is what people write; the higher the number, the longer it may wait.
alter table outbox add column priority smallint not null default 0;
create index outbox_turns on outbox (company_id, connection_id, priority, id);

-- outside of a transaction
create index concurrently if not exists outbox_conversations on outbox (company_id, conversation_id, priority, id);
drop index concurrently if exists outbox_lane;

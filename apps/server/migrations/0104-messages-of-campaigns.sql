-- outside of a transaction
create index concurrently if not exists messages_of_campaigns on messages (company_id, conversation_id) where origin = 'campaign';

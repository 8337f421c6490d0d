-- A campaign's message opens no ticket. It waits in its conversation until the customer answers (docs/adr/0018). The key
-- of the ticket says nothing about a message without one, so the conversation gets a key of its own. Both are checked by
-- the next migration.
alter table messages alter column ticket_id drop not null;
alter table messages add constraint messages_ticket check (ticket_id is not null or origin = 'campaign') not valid;
alter table messages add constraint messages_conversation foreign key (company_id, conversation_id)
  references conversations (company_id, id) deferrable initially immediate not valid;

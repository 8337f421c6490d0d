-- outside of a transaction
-- Which tickets have messages that were not sent: few, so that a list asks for each of its rows.
create index concurrently if not exists messages_failed on messages (company_id, ticket_id) where failure is not null;

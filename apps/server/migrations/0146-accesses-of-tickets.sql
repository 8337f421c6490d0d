-- outside of a transaction
-- Who has opened a ticket is removed after a time, and nothing else of the log.
create index concurrently if not exists ticket_log_accesses on ticket_log (created_at) where kind = 'access';

-- outside of a transaction
-- Each attendance writes these once, when it ends; no message does.
create index concurrently if not exists ticket_turns_closed on ticket_turns (company_id, closed_at) where closed_at is not null;
create index concurrently if not exists ticket_turns_finished on ticket_turns (company_id, finished_at) where finished_at is not null;
create index concurrently if not exists ticket_turns_rated on ticket_turns (company_id, rated_at) where rated_at is not null;
create index concurrently if not exists ticket_turns_contact on ticket_turns (company_id, contact_id, id);

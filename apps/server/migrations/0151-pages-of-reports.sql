-- outside of a transaction
-- The report of what was rated, and that of an attendant with other filters, which the dashboard does not count by day.
create index concurrently if not exists ticket_turns_rated_begun on ticket_turns (company_id, created_at desc, id desc) where rating is not null;
create index concurrently if not exists ticket_turns_user_begun on ticket_turns (company_id, user_id, created_at desc, id desc);

-- outside of a transaction
-- The days of one attendant, queue or connection, without reading those of all others.
create index concurrently if not exists number_days_place on number_days (company_id, grain, user_id, queue_id, connection_id, day);

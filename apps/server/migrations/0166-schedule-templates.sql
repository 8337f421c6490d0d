-- The message template that is sent, with the values of its variables; null: the text itself is.
alter table schedules add column template jsonb;

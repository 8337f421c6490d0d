-- The network has told the message again under this id; it was not sent under it.
alter table message_parts add column is_told_again boolean not null default false;

-- The way that has told it, because the number may be moved before it is read. Null: it came before that was noted.
alter table history_chunks add column channel text;

-- A draft keeps its mode: the text of a private note must not come back as that of a message.

alter table drafts add column is_private boolean not null default false;

-- A transfer that its receiver has not seen yet, for the bell: when, by whom, and the private note that came with it.

alter table tickets add column transferred_at timestamptz;
alter table tickets add column transferred_by bigint;
alter table tickets add column transfer_note_id bigint;

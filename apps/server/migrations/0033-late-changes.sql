-- A change to a message may arrive after a later change by the same person: it was unreadable and had to be requested
-- again. The time is by the clock of that person. A removed reaction is kept as an empty one, so that an older reaction
-- does not return.
alter table message_reactions add column done_at timestamptz;
alter table messages add column edit_done_at timestamptz;

-- What somebody did to a message may come after what they did to it later: it was unreadable, and they were asked for it
-- again. By the clock of who did it; a reaction that was taken back stays as an empty one, or an older one would come back.
alter table message_reactions add column done_at timestamptz;
alter table messages add column edit_done_at timestamptz;

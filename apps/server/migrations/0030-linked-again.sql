-- The history of a phone that is linked again is kept even without an import, because it contains the messages that
-- were written meanwhile.
alter table history_chunks
  add column for_import boolean not null default true,
  add column missed_since timestamptz, -- written after this, and not here: it was missed
  add column missed_until timestamptz,
  add constraint history_chunks_missed check ((missed_since is null) = (missed_until is null));

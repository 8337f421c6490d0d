-- What the sender's program says of a file; null if it does not. The wave is the loudness of a recording in equal parts, from 0 to 100.
alter table files
  add column seconds integer,
  add column wave smallint[],
  add column pages integer;

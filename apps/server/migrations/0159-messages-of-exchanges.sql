-- The messages of one answer are one to the limit of automatic messages (R13).
alter table exchanges add column messages smallint not null default 0;   -- how many its answer is

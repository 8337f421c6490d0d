-- Two years have many histograms. Those of a day are lists now, which are read as they are, and whole months are made
-- from the days.
alter table number_days
  alter column buckets type text using array_to_string(buckets, ' '),   -- values, to three digits; null: the number has none
  alter column counts  type text using array_to_string(counts, ' ');    -- how often each

-- Days of a month, added up, for as long as none of them changes.
create table number_months (
  company_id    integer not null references companies (id) on delete cascade,
  month         date not null,   -- its first day
  grain         text not null check (grain in ('all', 'queue', 'user', 'connection')),
  name          text not null,
  queue_id      bigint not null,
  user_id       bigint not null,
  connection_id bigint not null,
  is_group      boolean not null,
  is_imported   boolean not null,
  count         bigint not null,
  sum           bigint not null,
  buckets       text,
  counts        text,
  primary key (company_id, grain, name, month, queue_id, user_id, connection_id, is_group, is_imported)
);
create index number_months_month on number_months (company_id, month);
call wall_in('number_months');

-- The months that were made of the days as they are now.
alter table number_rollups add column months date[] not null default '{}';

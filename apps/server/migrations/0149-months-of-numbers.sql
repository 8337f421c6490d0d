-- Two years have many histograms. Those of a day are lists now, which are read as they are, and whole months are made
-- from the days.
alter table number_days
  alter column buckets type text using array_to_string(buckets, ' '),   -- values, to three digits; null: the number has none
  alter column counts  type text using array_to_string(counts, ' ');    -- how often each

-- The numbers of a whole company in a month: its days, added up, for as long as none of them changes. Of queues, attendants
-- and connections the days are read, because their histograms are short.
create table number_months (
  company_id  integer not null references companies (id) on delete cascade,
  month       date not null,   -- its first day
  name        text not null,
  is_group    boolean not null,
  is_imported boolean not null,
  count       bigint not null,
  sum         bigint not null,
  buckets     text,
  counts      text,
  primary key (company_id, month, name, is_group, is_imported)
);
call wall_in('number_months');

-- The months that were made of the days as they are now.
alter table number_rollups add column months date[] not null default '{}';

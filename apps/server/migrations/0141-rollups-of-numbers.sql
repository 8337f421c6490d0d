-- What was counted of days that are over (docs/numbers.md, docs/adr/0020). Made again from the facts at any time.

-- A fact of a day that was over has changed: a merge, a deletion, a move of an attendance that began then, a late message.
-- Written by the transaction of the change; the day is counted live until it was rolled up again.
create table changed_days (
  company_id integer not null references companies (id) on delete cascade,
  day        date not null,
  changed_at timestamptz not null default now(),
  primary key (company_id, day)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
call wall_in('changed_days');

-- Days before this one were rolled up, in this time zone. In another one they say nothing.
create table number_rollups (
  company_id integer not null references companies (id) on delete cascade,
  until      date not null,
  timezone   text not null,
  primary key (company_id)
);
call wall_in('number_rollups');

-- A number of a day, once for each way in which it is read: of the whole company, of each queue, attendant, connection or
-- hour. Two of them at once would be as many rows as there are facts, and are counted live. 0: none, or not of this grain.
create table number_days (
  company_id    integer not null references companies (id) on delete cascade,
  day           date not null,
  grain         text not null check (grain in ('all', 'queue', 'user', 'connection', 'hour')),
  name          text not null,
  queue_id      bigint not null,
  user_id       bigint not null,
  connection_id bigint not null,
  hour          smallint not null,
  is_group      boolean not null,
  is_imported   boolean not null,
  count         bigint not null,
  sum           bigint not null,
  buckets       bigint[],   -- values, to three digits; null: the number has none
  counts        bigint[],   -- how often each
  primary key (company_id, grain, name, day, queue_id, user_id, connection_id, hour, is_group, is_imported)
);
create index number_days_day on number_days (company_id, day);
call wall_in('number_days');

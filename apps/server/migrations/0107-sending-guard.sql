-- What a number may send to people with whom no talk goes on. What it decides is decided from these tables and the clock
-- of the database only.
create table number_guards (
  company_id        integer not null,
  connection_id     bigint not null,
  number            text not null default '',                                 -- that is warmed up; another one begins anew
  warm_from         date not null,                                            -- its warm-up counts from this day; bad signs move it
  strangers_per_day integer check (strangers_per_day >= 0),                   -- null: as many as the installation allows
  known_per_day     integer check (known_per_day >= 0),
  quiet_from        text check (quiet_from ~ '^\d\d:\d\d$'),                  -- besides the quiet hours of the installation
  quiet_until       text check (quiet_until ~ '^\d\d:\d\d$'),
  quiet_sundays     boolean not null default false,
  quiet_holidays    boolean not null default false,
  several_campaigns boolean not null default false,                           -- at the same time
  pause_reason      text check (pause_reason in ('failures', 'optOuts', 'logout')),
  paused_at         timestamptz,
  judged_from       timestamptz not null default '-infinity',                 -- what was sent before says nothing any more
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade,
  check ((quiet_from is null) = (quiet_until is null)),
  check ((pause_reason is null) = (paused_at is null))
);
call wall_in('number_guards');

-- Talks that were started on a day in the company's time zone, with strangers and with people who have written before.
create table number_guard_days (
  company_id    integer not null,
  connection_id bigint not null,
  day           date not null,
  strangers     integer not null default 0,
  known         integer not null default 0,
  by_people     integer not null default 0,                                   -- of these, those that attendants have started
  primary key (company_id, connection_id, day),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
call wall_in('number_guard_days');

-- The last messages that have started talks by themselves. How they went says whether the number may go on.
create table number_guard_sends (
  company_id    integer not null,
  message_id    bigint not null,
  connection_id bigint not null,
  is_opt_out    boolean not null default false,                               -- its reader wants no more of them
  sent_at       timestamptz not null default now(),
  primary key (company_id, message_id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
create index number_guard_sends_newest on number_guard_sends (company_id, connection_id, message_id desc);
create index number_guard_sends_age on number_guard_sends (sent_at);
call wall_in('number_guard_sends');

-- Why a connection of a campaign does not send although it is due.
alter table campaign_paces add column paused_at timestamptz;                  -- by a person
alter table campaign_paces add column held_reason text;
alter table campaign_paces add constraint campaign_paces_held_reason
  check (held_reason in ('person', 'failures', 'optOuts', 'logout', 'offline', 'limited', 'quietHours', 'otherCampaign', 'strangers', 'known')) not valid;
alter table campaign_paces add column held_until timestamptz;                 -- null: nobody knows, or a person ends it
alter table campaign_paces add column asked_at timestamptz not null default '-infinity';
-- They have written to the company before.
alter table campaign_recipients add column is_known boolean not null default false;
-- Why a scheduled message waits although its time has come; not_before says until when.
alter table schedules add column held_reason text;
alter table schedules add constraint schedules_held_reason
  check (held_reason in ('person', 'failures', 'optOuts', 'logout', 'offline', 'limited', 'quietHours', 'otherCampaign', 'strangers', 'known')) not valid;
alter table schedules add column held_until timestamptz;

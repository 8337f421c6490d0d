-- The message templates of the five variants, with the values of their variables, for connections whose network takes no other
-- message first. Null: the texts are sent.
alter table campaigns add column templates jsonb;
alter table campaigns add column confirmation_templates jsonb;

-- What the network of a number says of it. Several numbers are of one portfolio, whose limit they share.
create table number_standings (
  company_id    integer not null,
  connection_id bigint not null,
  portfolio     text not null,                 -- at the network; the account, as long as nobody knows the portfolio
  tier          text,                          -- how many people the portfolio reaches in 24 hours, in the words of the network
  quality       text,                          -- in the words of the network
  told_at       timestamptz not null default now(),
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call wall_in('number_standings');

insert into number_standings (company_id, connection_id, portfolio)
select company_id, connection_id, account_id from official_numbers;

-- People whom a portfolio has written to outside of the answer window, each with the last such message.
create table portfolio_people (
  company_id integer not null,
  portfolio  text not null,
  contact_id bigint not null,
  message_id bigint not null,
  reached_at timestamptz not null default now(),
  primary key (company_id, portfolio, contact_id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
create index portfolio_people_reached on portfolio_people (company_id, portfolio, reached_at);
create index portfolio_people_contact on portfolio_people (company_id, contact_id);
create index portfolio_people_message on portfolio_people (company_id, message_id);
create index portfolio_people_age on portfolio_people (reached_at);
call wall_in('portfolio_people');

-- quality: Meta rates the number badly. tier: the portfolio has reached as many people as it may in 24 hours. template: a message
-- template cannot be sent now.
alter table number_guards drop constraint number_guards_pause_reason_check;
alter table number_guards add constraint number_guards_pause_reason_check
  check (pause_reason in ('failures', 'optOuts', 'logout', 'quality')) not valid;
alter table campaign_paces drop constraint campaign_paces_held_reason;
alter table campaign_paces add constraint campaign_paces_held_reason
  check (held_reason in ('person', 'failures', 'optOuts', 'logout', 'quality', 'offline', 'limited', 'tier', 'template', 'quietHours', 'otherCampaign', 'strangers', 'known')) not valid;
alter table campaign_holds drop constraint campaign_holds_reason_check;
alter table campaign_holds add constraint campaign_holds_reason_check
  check (reason in ('person', 'failures', 'optOuts', 'logout', 'quality', 'offline', 'limited', 'tier', 'template', 'quietHours', 'otherCampaign', 'strangers', 'known')) not valid;
alter table schedules drop constraint schedules_held_reason;
alter table schedules add constraint schedules_held_reason
  check (held_reason in ('person', 'failures', 'optOuts', 'logout', 'quality', 'offline', 'limited', 'tier', 'quietHours', 'otherCampaign', 'strangers', 'known')) not valid;

-- currency: of the price table.
alter table campaign_settings drop constraint campaign_settings_key_check;
alter table campaign_settings add constraint campaign_settings_key_check
  check (key in ('messageInterval', 'longerIntervalAfter', 'greaterInterval', 'variables', 'weeklyCap', 'prices', 'currency')) not valid;

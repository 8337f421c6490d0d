-- What has kept a campaign from sending over a connection, and when. The report tells it afterwards.
create table campaign_holds (
  company_id    integer not null,
  campaign_id   bigint not null,
  connection_id bigint not null,
  reason        text not null check (reason in
    ('person', 'failures', 'optOuts', 'logout', 'offline', 'limited', 'quietHours', 'otherCampaign', 'strangers', 'known')),
  since         timestamptz not null default clock_timestamp(),
  until         timestamptz,                                                  -- null: it goes on
  primary key (company_id, campaign_id, connection_id, reason, since),
  foreign key (company_id, campaign_id) references campaigns (company_id, id) on delete cascade,
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create unique index campaign_holds_open on campaign_holds (company_id, campaign_id, connection_id, reason) where until is null;
create index campaign_holds_connection on campaign_holds (company_id, connection_id);
call wall_in('campaign_holds');

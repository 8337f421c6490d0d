-- How much companies with a plan may reach by campaigns; null: as much as the installation allows.
alter table plans
  add column contact_list_people integer check (contact_list_people > 0),
  add column campaign_people integer check (campaign_people > 0),
  add column campaigns_per_hour integer check (campaigns_per_hour > 0);

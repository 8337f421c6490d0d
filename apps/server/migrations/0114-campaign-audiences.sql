-- Who gets a campaign, if it is neither a list nor the contacts with one tag.
alter table campaigns add column audience jsonb;
alter table campaigns add constraint campaigns_one_source check (num_nonnulls(list_id, tag_id, audience) <= 1) not valid;

-- outside of a transaction
create index concurrently if not exists campaign_recipients_by_state on campaign_recipients (company_id, campaign_id, state, id);
drop index concurrently if exists campaign_recipients_state;

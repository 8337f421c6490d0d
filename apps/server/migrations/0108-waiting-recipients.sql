-- outside of a transaction
create index concurrently if not exists campaign_recipients_next on campaign_recipients (company_id, campaign_id, is_known, step, not_before, id) where state = 'waiting';
drop index concurrently if exists campaign_recipients_waiting;

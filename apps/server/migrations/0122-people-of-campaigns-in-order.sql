-- outside of a transaction
-- The people of a campaign in the order in which they came, whatever became of them.
create index concurrently if not exists campaign_recipients_in_order on campaign_recipients (company_id, campaign_id, id);

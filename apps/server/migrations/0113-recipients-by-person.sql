-- outside of a transaction
create index concurrently if not exists campaign_recipients_by_person on campaign_recipients (company_id, person_key) where state <> 'waiting';

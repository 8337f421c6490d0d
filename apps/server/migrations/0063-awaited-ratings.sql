-- outside of a transaction
create index concurrently if not exists tickets_rating on tickets (company_id, id) where status = 'nps';

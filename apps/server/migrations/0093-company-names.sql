-- outside of a transaction
-- The operator's list of companies is read in this order, a page at a time.
create index concurrently if not exists companies_name on companies (fold(name), id);

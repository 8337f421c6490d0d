-- outside of a transaction
create index concurrently if not exists files_lazy on files (company_id, id) where state = 'waiting' and source ? 'isLazy';

-- outside of a transaction
-- For the operator's overview and list of companies. Numbers of one company come from a range of an index; those of all
-- companies from an index that holds only what is counted.
create index concurrently if not exists messages_by_time on messages (company_id, sent_at) where not is_private;
create index concurrently if not exists files_stored on files (company_id) include (bytes) where state = 'ready';
create index concurrently if not exists connections_by_status on connections (company_id, status) where archived_at is null;
create index concurrently if not exists inbox_dead on inbox (company_id) where dead_at is not null;
create index concurrently if not exists invoices_open on invoices (company_id, due_date) include (amount_cents) where status = 'open';
create index concurrently if not exists payments_by_time on payments (paid_at) include (kind, amount_cents);
-- What is left of an erased company.
create index concurrently if not exists audit_log_erased on audit_log (created_at) where action = 'company.erased';

-- Entries that wait for a retry hold back their lane. There are few of them, and every batch looks for them.
create index inbox_retries on inbox (company_id, connection_id, lane) where attempts > 0;

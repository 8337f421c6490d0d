-- outside of a transaction
create index concurrently if not exists payment_webhooks_waiting on payment_webhooks (next_read_at) where next_read_at is not null;

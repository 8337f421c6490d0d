-- outside of a transaction
-- The list of waiting tickets also shows those that await consent, so its order by the longest wait is one of two
-- statuses, which the index by status (0065) cannot give.
create index concurrently if not exists tickets_of_waiting_list on tickets (company_id, waiting_since) where status in ('pending', 'lgpd');

-- outside of a transaction
-- For lists by the longest wait. A message that begins or ends a wait therefore writes the indexes of its ticket, which
-- the other messages still spare (0007).
create index concurrently if not exists tickets_waiting on tickets (company_id, status, waiting_since) where status <> 'closed';

-- Of a refund: the payment that it gives back. The request that asked for it is erased with its company, the ledger is not.
alter table payments add column payment_id bigint;
alter table payments disable trigger payments_only_grow;
update payments r set payment_id = p.id from payments p
where r.kind = 'refund' and p.kind <> 'refund' and p.company_id = r.company_id
  and (exists (select from refund_requests q
               where q.company_id = r.company_id and q.client_id = r.client_id and q.payment_id = p.id)
       or p.provider = r.provider and starts_with(r.external_id, p.external_id || ':'));
alter table payments enable trigger payments_only_grow;

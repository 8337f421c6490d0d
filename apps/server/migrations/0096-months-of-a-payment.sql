-- How many months one payment of a company lasts: `monthsOf` of the contract, and a test compares the two.
create function months_of(recurrence text) returns integer immutable parallel safe language sql as $$
  select case recurrence when 'BIMESTRAL' then 2 when 'TRIMESTRAL' then 3 when 'SEMESTRAL' then 6 when 'ANUAL' then 12 else 1 end
$$;

-- The amount of a plan is that of a month, and an invoice is about all months that its payment lasts. So a plan that
-- begins with an invoice costs its part of it.
create or replace function begin_own_plan(invoice bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  sold invoices;
  own  bigint;
begin
  select * into sold from invoices i where i.company_id = current_company_id() and i.id = invoice and i.status = 'paid';
  if not found then
    raise exception 'invoice % is not paid', invoice;
  end if;
  insert into plans (name, users, connections, queues, amount_cents, is_public, features)
  values (format('%s (%s)', left(sold.detail, 80), sold.company_id),
          sold.users, sold.connections, sold.queues, sold.amount_cents / months_of(sold.recurrence), false, sold.features)
  on conflict (name) do update
    set users = excluded.users, connections = excluded.connections, queues = excluded.queues,
        amount_cents = excluded.amount_cents, features = excluded.features, updated_at = now()
  returning id into own;
  update companies set plan_id = own, updated_at = now() where id = sold.company_id;
end $$;

-- Plans that have begun so before had the price of the whole invoice.
update plans p set amount_cents = p.amount_cents / months_of(c.recurrence)
from companies c
where c.plan_id = p.id and not p.is_public and p.name like 'Personalizado %' and right(p.name, length(format(' (%s)', c.id))) = format(' (%s)', c.id)
  and months_of(c.recurrence) > 1;

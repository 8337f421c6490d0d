-- Money is counted in integer cents. `amount` stays for the previous version, which may still run, and goes with the next one.
alter table plans add column amount_cents integer;
update plans set amount_cents = round(amount * 100);
alter table plans
  alter column amount_cents set not null,
  alter column amount set default 0,
  add check (amount_cents >= 0);

-- Whichever of the two is written, the other one follows.
create function fill_plan_amount() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and new.amount_cents is null
     or tg_op = 'UPDATE' and new.amount_cents = old.amount_cents and new.amount <> old.amount then
    new.amount_cents := round(new.amount * 100);
  else
    new.amount := new.amount_cents / 100.0;
  end if;
  return new;
end
$$;
create trigger plan_amount before insert or update of amount, amount_cents on plans
  for each row execute function fill_plan_amount();

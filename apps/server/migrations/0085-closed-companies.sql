-- A closed company: nobody logs in, and its phones are not connected. The operator can reopen it for 30 days; then it is
-- erased.
alter table companies add column closed_at timestamptz;
alter table companies add constraint companies_closed check (closed_at is null or not active);

-- The day of the month that renewals keep: 31 January, 28 February, 31 March. Null: that of the due date.
alter table companies add column due_day smallint;
alter table companies add constraint companies_due_day check (due_day between 1 and 31);

-- Deletes at most `most` rows of a company that was closed 30 days ago, and returns how many; 0: only the company's own
-- row is left. The tables and their order come from the catalog, so that a new table cannot be forgotten: those that
-- refer to others come first. It belongs to the owner of the tables, because no login may remove entries of the audit log.
create function erase_closed_company(company integer, most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  tbl record;
  removed integer;
begin
  -- Waits for a company that is just being reopened.
  perform from companies where id = company and closed_at <= now() - interval '30 days' for share;
  if not found then
    raise exception 'company % was not closed 30 days ago', company;
  end if;
  for tbl in
    with recursive steps (tbl, depth) as (
      select c.oid, 0 from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      union
      select f.conrelid, s.depth + 1 from steps s
      join pg_constraint f on f.confrelid = s.tbl and f.contype = 'f' and f.conrelid <> f.confrelid
      -- Others follow by the rule of their key, such as requests to recover a password.
      join pg_attribute a on a.attrelid = f.conrelid and a.attname = 'company_id' and not a.attisdropped
      where s.depth < 100)
    select s.tbl::regclass as name,
      -- A row that another row of the same table refers to waits for that one.
      (select string_agg(format('and not exists (select from %s o where o.company_id = d.company_id and o.%I = d.id)', s.tbl::regclass, a.attname), ' ')
       from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[2]
       where f.contype = 'f' and f.conrelid = s.tbl and f.confrelid = s.tbl and f.confdeltype = 'a') as unless_needed
    from steps s group by s.tbl order by max(s.depth) desc, s.tbl
  loop
    execute format(
      'delete from %s where ctid = any (array(select d.ctid from %s d where d.company_id = $1 %s limit $2))',
      tbl.name, tbl.name, coalesce(tbl.unless_needed, ''))
    using company, most;
    get diagnostics removed = row_count;
    if removed > 0 then
      return removed;
    end if;
  end loop;
  return 0;
end $$;
revoke all on function erase_closed_company from public;
grant execute on function erase_closed_company to guiche_operator;

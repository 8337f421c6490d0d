-- The procedure that adds row-level security to a tenant table.

-- The company of this unit of work, or null. `nullif`: once a session has used the setting, it reads as '' and not as
-- null.
create function current_company_id() returns integer
  language sql stable parallel safe
  return nullif(current_setting('app.company_id', true), '')::integer;

-- A unit of work opens with one simple query (one round trip, no planning; the number is a validated integer):
--   begin; set local role guiche_tenant; set local app.company_id = '7'
-- `set local` is cheaper than set_config(), and a distributed database (Citus) passes it on to its workers.

-- Adds row-level security to a tenant table. Every migration that creates one calls this; a test finds a table without
-- it. The sub-select makes the company an InitPlan: it is read once per statement and can be an index condition.
-- `rights`: what guiche_tenant may do ('select, insert' for an append-only table).
create procedure wall_in(tbl regclass, rights text default 'select, insert, update, delete', company_column name default 'company_id')
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tbl);
  execute format('alter table %s force row level security', tbl);
  execute format('create policy tenant on %s to guiche_tenant
                    using (%I = (select current_company_id())) with check (%I = (select current_company_id()))', tbl, company_column, company_column);
  -- The planner removes `true`, so that these roles keep their indexes at no cost.
  execute format('create policy operator on %s to guiche_operator using (true) with check (true)', tbl);
  execute format('create policy owner on %s to guiche_owner using (true) with check (true)', tbl);
  execute format('grant %s on %s to guiche_tenant', rights, tbl);
  execute format('grant select, insert, update, delete on %s to guiche_operator', tbl);
end $$;

-- The one procedure that puts a wall around a tenant table, and the company it lets see.

-- The company of this unit of work, or null. `nullif`: after its first use in a session the setting reads '' and not null.
create function current_company_id() returns integer
  language sql stable parallel safe
  return nullif(current_setting('app.company_id', true), '')::integer;

-- A unit of work opens with ONE simple query (one round trip, nothing to plan; the number is a checked integer):
--   begin; set local role guiche_tenant; set local app.company_id = '7'
-- `set local` and not set_config(): it costs less, and it is what a spread database (Citus) hands on to its workers.

-- Walls a tenant table in. Every migration that makes one calls it; a test fails for a table that was forgotten.
-- The sub-select makes the company an InitPlan: read once per statement, and usable as an index condition.
-- rights: what guiche_tenant may do (an append-only table gets 'select, insert').
create procedure wall_in(tbl regclass, rights text default 'select, insert, update, delete', company_column name default 'company_id')
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', tbl);
  execute format('alter table %s force row level security', tbl);
  execute format('create policy tenant on %s to guiche_tenant
                    using (%I = (select current_company_id())) with check (%I = (select current_company_id()))', tbl, company_column, company_column);
  -- `true` is folded away by the planner: these roles pay nothing and keep their indexes.
  execute format('create policy operator on %s to guiche_operator using (true) with check (true)', tbl);
  execute format('create policy owner on %s to guiche_owner using (true) with check (true)', tbl);
  execute format('grant %s on %s to guiche_tenant', rights, tbl);
  execute format('grant select, insert, update, delete on %s to guiche_operator', tbl);
end $$;

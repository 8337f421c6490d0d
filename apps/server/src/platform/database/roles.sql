-- Creates the database roles and their rights. The installing login runs it at every start; existing roles are not
-- changed.
--
--   guiche_owner     owns every table, runs migrations. Not used while serving.
--   guiche_app       the login of the server. Owns nothing and may touch nothing by itself:
--                    forgetting to open a unit of work ends in "permission denied", not in a leak.
--   guiche_tenant    what the server becomes inside a unit of work. Row-level security applies.
--   guiche_operator  work across companies (timers, operator screens). A second, small pool with a login
--                    of its own, so that nothing that runs as guiche_app can become it.
--   guiche_search    owns the search functions and the few look-ups that must bypass row-level security.
--                    Nobody can log in as it and nobody is a member of it.
--
-- No role here is superuser or has BYPASSRLS: managed databases do not give them, and policies made for a role do.

do $$
declare r text;
begin
  foreach r in array array['guiche_owner', 'guiche_tenant', 'guiche_search'] loop
    begin execute format('create role %I nologin', r); exception when duplicate_object or unique_violation then null; end;
  end loop;
  foreach r in array array['guiche_app', 'guiche_operator'] loop
    begin execute format('create role %I login noinherit', r); exception when duplicate_object or unique_violation then null; end;
  end loop;
  if not pg_has_role('guiche_app', 'guiche_tenant', 'member') then grant guiche_tenant to guiche_app; end if;
  if not pg_has_role(current_user, 'guiche_owner', 'member') then execute format('grant guiche_owner to %I', current_user); end if;
end $$;
grant usage on schema public to guiche_tenant, guiche_search, guiche_operator;
grant usage, create on schema public to guiche_owner;
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gin;

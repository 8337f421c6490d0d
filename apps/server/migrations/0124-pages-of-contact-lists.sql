-- Pages and searches in lists of a million, in spite of row-level security (0012): the comparison of names without accents
-- and the operators of trigrams are not leakproof.
create policy search on contact_list_items to guiche_search using (true);
grant select on contact_list_items to guiche_search;

-- The people of a list who come after this name and id, in the order of names.
create function list_items_after(list bigint, after_name text, after_id bigint, most integer) returns table (item_id bigint)
  language plpgsql stable security definer rows 21 set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  company integer := current_company_id();
begin
  return query select i.id from contact_list_items i
    where i.company_id = company and i.list_id = list and (fold(i.name), i.id) > (fold(after_name), after_id)
    order by fold(i.name), i.id limit most;
end $$;

-- The people of a list whose name begins with the text, by name; then, from three letters on, those whose name, number or
-- e-mail contains it. If very many match, some are returned: people type on, and reading all of them would be slow.
create function search_list_items(list bigint, term text, most integer) returns table (item_id bigint)
  language plpgsql stable security definer rows 100 set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  company integer := current_company_id();
  folded  text := fold(term);
  rest    integer;
begin
  if company is null or folded = '' then return; end if;
  return query select i.id from contact_list_items i
    where i.company_id = company and i.list_id = list and fold(i.name) >= folded and fold(i.name) < folded || U&'\+10FFFF'
    order by fold(i.name), i.id limit most;
  get diagnostics rest = row_count;
  rest := most - rest;
  if length(term) < 3 or rest = 0 then return; end if;
  return query select i.id from contact_list_items i
    where i.company_id = company and i.list_id = list and not starts_with(fold(i.name), folded)
      and fold(i.name) || ' ' || i.number || ' ' || i.number_key || ' ' || lower(i.email) like like_anywhere(term)
    limit rest;
end $$;

revoke execute on function list_items_after(bigint, text, bigint, integer), search_list_items(bigint, text, integer) from public;
grant execute on function list_items_after(bigint, text, bigint, integer), search_list_items(bigint, text, integer) to guiche_tenant;

reset role;
grant guiche_search to current_user;
grant create on schema public to guiche_search;
alter function list_items_after(bigint, text, bigint, integer) owner to guiche_search;
alter function search_list_items(bigint, text, integer) owner to guiche_search;
revoke create on schema public from guiche_search;
revoke guiche_search from current_user;

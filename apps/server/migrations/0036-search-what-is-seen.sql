-- Whether a user sees a ticket, for the search functions. The rule itself is
-- apps/server/src/modules/visibility/viewer.ts, which passes the queues. chats, groups: queues whose tickets with one
-- customer, or with a group, are visible; 0 stands for tickets without a queue; null means all tickets.
create function sees_ticket(viewer bigint, chats bigint[], groups bigint[], user_id bigint, queue_id bigint, is_group boolean)
  returns boolean language sql immutable parallel safe
  return coalesce(user_id = viewer, false)
    or case when is_group then groups is null or coalesce(queue_id, 0) = any (groups)
            else chats is null or coalesce(queue_id, 0) = any (chats) end;

-- As before, with one difference: a message finds its conversation only if the viewer sees the ticket of that message,
-- and not only the newest ticket. A result would otherwise reveal that the words are there.
create function search_tickets(term text, by_number boolean, viewer bigint, chats bigint[], groups bigint[], most integer)
  returns table (ticket_id bigint, message_id bigint)
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
  -- The planner expects a word in 0.5 % of all messages and would hash every ticket once per week; a loop is always
  -- better here.
  set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  company integer := current_company_id();
  pattern text := like_anywhere(term);
  newest  integer := time_slice(now());
  oldest  integer;
  found   bigint[] := '{}';
  looked  integer := 0;
  hit     record;
begin
  if company is null or length(term) < 3 then return; end if;
  for hit in
    select t.id, t.conversation_id
    from contacts c
    join conversations v on v.company_id = company and v.contact_id = c.id
    join tickets t on t.company_id = company and t.conversation_id = v.id and t.is_latest
    where c.company_id = company and c.search_key like pattern and (by_number or (term !~ '\d{3}' and fold(c.name) like pattern))
      and sees_ticket(viewer, chats, groups, t.user_id, t.queue_id, t.is_group)
    order by t.last_message_at desc limit most
  loop
    found := found || hit.conversation_id; ticket_id := hit.id; message_id := null; return next;
  end loop;
  if cardinality(found) >= most or numnode(week_query(company, newest, term)) = 0 then return; end if;
  select time_slice(c.created_at - interval '2 years') into oldest from companies c where c.id = company;   -- as far as an import reaches
  for hit in
    select t.id, t.conversation_id, m.id as message_id
    from generate_series(newest, oldest, -1) as week
    -- company_id must be outside of the barrier; otherwise the whole primary key of a small company is read once per
    -- week.
    cross join lateral (
      select m.company_id, m.id, m.conversation_id, m.ticket_id, m.is_private, m.deleted_at from messages m
      where week_words(m.company_id, m.sent_at, m.body) @@ week_query(company, week, term)
      order by m.sent_at desc offset 0) m
    left join lateral (
      select t.id, t.conversation_id from tickets t
      where t.company_id = company and t.conversation_id = m.conversation_id and t.is_latest
        and sees_ticket(viewer, chats, groups, t.user_id, t.queue_id, t.is_group)
        and (m.ticket_id = t.id or exists (
          select from tickets s where s.company_id = company and s.id = m.ticket_id
            and sees_ticket(viewer, chats, groups, s.user_id, s.queue_id, s.is_group)))) t on true
    where m.company_id = company and not m.is_private and m.deleted_at is null
  loop
    looked := looked + 1;
    exit when looked > 20000;
    continue when hit.id is null or hit.conversation_id = any (found);
    found := found || hit.conversation_id; ticket_id := hit.id; message_id := hit.message_id; return next;
    exit when cardinality(found) >= most;
  end loop;
end $$;

revoke execute on function search_tickets(text, boolean, bigint, bigint[], bigint[], integer) from public;
grant execute on function search_tickets(text, boolean, bigint, bigint[], bigint[], integer) to guiche_tenant;

reset role;
grant guiche_search to current_user;
grant create on schema public to guiche_search;
alter function search_tickets(text, boolean, bigint, bigint[], bigint[], integer) owner to guiche_search;
-- Processes of the previous version call it with these parameters until they end. A later migration drops it.
create or replace function search_tickets(term text, by_number boolean, viewer bigint, viewer_queues bigint[], sees_all boolean, most integer)
  returns table (ticket_id bigint, message_id bigint)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select * from search_tickets($1, $2, $3, case when not $5 then $4 end, case when not $5 then $4 || 0::bigint end, $6) $$;
revoke create on schema public from guiche_search;
revoke guiche_search from current_user;

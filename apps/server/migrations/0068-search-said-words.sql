-- As before, with one difference: a message is not found by the name that signs it. Every message of an attendant would
-- be found by their name.
reset role;
grant guiche_search to current_user;
grant create on schema public to guiche_search;
create or replace function search_texts(term text, kind text, by_number boolean, viewer bigint, chats bigint[], groups bigint[], page_from text, most integer)
  returns table (place text, ticket_id bigint, message_id bigint, note_id bigint)
  language plpgsql stable security definer rows 20 set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
  -- The planner expects a word in 0.5 % of all messages and would hash every ticket once per week; a loop is always
  -- better here.
  set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  company integer := current_company_id();
  words   text := case when kind = 'files' then file_text(term) else term end;
  cards   boolean := by_number or term !~ '\d';
  newest  integer := time_slice(now());
  oldest  integer;
  from_week integer := newest;
  from_time timestamptz := 'infinity';
  from_id   bigint := 0;
  found   integer := 0;
  looked  integer := 0;
  hit     record;
begin
  if company is null or length(term) < 3 or numnode(week_query(company, newest, words)) = 0 then return; end if;
  if page_from is not null then
    from_week := split_part(page_from, '.', 1)::integer;
    from_time := timestamptz 'epoch' + split_part(page_from, '.', 2)::bigint * interval '1 microsecond';
    from_id := split_part(page_from, '.', 3)::bigint;
  end if;
  select time_slice(c.created_at - interval '2 years') into oldest from companies c where c.id = company;   -- as far as an import reaches
  for hit in
    select week, h.said_at, h.id, h.ticket, h.message, h.note, t.id is not null as is_seen
    from generate_series(least(from_week, newest), oldest, -1) as week
    -- company_id must be outside of the barrier; otherwise the whole primary key of a small company is read once per
    -- week.
    cross join lateral (
      select m.company_id, m.sent_at as said_at, m.id, m.ticket_id as ticket, m.id as message, null::bigint as note
      from messages m
      where kind = 'messages' and week_words(m.company_id, m.sent_at, said_text(m.body, m.signature, m.from_me, m.is_private, m.sender_user_id)) @@ week_query(company, week, words)
        and not m.is_private and m.deleted_at is null and (cards or m.media_type not in ('contactMessage', 'contactsArrayMessage'))
      union all
      select m.company_id, m.sent_at, m.id, m.ticket_id, m.id, null
      from messages m
      where kind = 'notes' and week_words(m.company_id, m.sent_at, m.body) @@ week_query(company, week, words)
        and m.is_private and m.deleted_at is null and (cards or m.media_type not in ('contactMessage', 'contactsArrayMessage'))
      union all
      select n.company_id, n.created_at, n.id, n.ticket_id, null, n.id
      from ticket_notes n
      where kind = 'notes' and week_words(n.company_id, n.created_at, n.note) @@ week_query(company, week, words)
      union all
      select m.company_id, m.sent_at, m.id, m.ticket_id, m.id, null
      from files f
      join messages m on m.company_id = f.company_id and m.file_id = f.id
      where kind = 'files' and week_words(f.company_id, f.created_at, file_text(f.original_name)) @@ week_query(company, week, words)
        and m.deleted_at is null and m.media_type not in ('audio', 'sticker')
      order by said_at desc, id desc offset 0) h
    left join lateral (
      select t.id from tickets t
      where t.company_id = company and t.id = h.ticket and sees_ticket(viewer, chats, groups, t.user_id, t.queue_id, t.is_group)) t on true
    where h.company_id = company
      and (page_from is null or week < from_week or (h.said_at, h.id) < (from_time, from_id))
  loop
    looked := looked + 1;
    exit when looked > 20000;
    continue when not hit.is_seen;
    place := hit.week || '.' || (extract(epoch from hit.said_at) * 1000000)::bigint || '.' || hit.id;
    ticket_id := hit.ticket; message_id := hit.message; note_id := hit.note;
    return next;
    found := found + 1;
    exit when found >= most;
  end loop;
end $$;

create or replace function search_tickets(term text, by_number boolean, viewer bigint, chats bigint[], groups bigint[], most integer)
  returns table (ticket_id bigint, message_id bigint)
  language plpgsql stable security definer rows 40 set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
  -- The planner expects a word in 0.5 % of all messages and would hash every ticket once per week; a loop is always
  -- better here.
  set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  company integer := current_company_id();
  pattern text := like_anywhere(term);
  cards   boolean := by_number or term !~ '\d';
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
      select m.company_id, m.id, m.conversation_id, m.ticket_id, m.media_type, m.deleted_at from messages m
      where week_words(m.company_id, m.sent_at, said_text(m.body, m.signature, m.from_me, m.is_private, m.sender_user_id)) @@ week_query(company, week, term)
      order by m.sent_at desc offset 0) m
    left join lateral (
      select t.id, t.conversation_id from tickets t
      where t.company_id = company and t.conversation_id = m.conversation_id and t.is_latest
        and sees_ticket(viewer, chats, groups, t.user_id, t.queue_id, t.is_group)
        and (m.ticket_id = t.id or exists (
          select from tickets s where s.company_id = company and s.id = m.ticket_id
            and sees_ticket(viewer, chats, groups, s.user_id, s.queue_id, s.is_group)))) t on true
    where m.company_id = company and m.deleted_at is null and (cards or m.media_type not in ('contactMessage', 'contactsArrayMessage'))
  loop
    looked := looked + 1;
    exit when looked > 20000;
    continue when hit.id is null or hit.conversation_id = any (found);
    found := found || hit.conversation_id; ticket_id := hit.id; message_id := hit.message_id; return next;
    exit when cardinality(found) >= most;
  end loop;
end $$;
revoke create on schema public from guiche_search;
revoke guiche_search from current_user;

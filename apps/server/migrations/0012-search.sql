-- Text search in spite of row-level security. The operators of text search and trigrams are not leakproof, so
-- PostgreSQL does not use their indexes under a policy: it would pass rows of other companies to an operator that could
-- reveal them. These functions bypass row-level security for exactly one query each and take the company from the
-- setting, never from an argument. No other code may do that.

create policy search on contacts to guiche_search using (true);
create policy search on tickets to guiche_search using (true);
create policy search on conversations to guiche_search using (true);
create policy search on messages to guiche_search using (true);
create policy search on companies to guiche_search using (true);
grant select on contacts, conversations, tickets, messages, companies to guiche_search;

-- Words without accents and without a language: four languages share one table, and names and codes belong to none.
create text search configuration plain_words (copy = simple);
alter text search configuration plain_words alter mapping for hword, hword_part, word with unaccent, simple;

-- Weeks since 1970. A search goes backwards from the newest week and stops when it has enough, so a frequent word costs
-- a week or two and not all messages of the company.
create function time_slice(at timestamptz) returns integer
  language sql immutable parallel safe strict
  return (extract(epoch from (at at time zone 'UTC')) / 604800)::integer;

-- The words of a message, each prefixed with company and week: '7.2969.boleto'. A prefix search in an index of plain
-- words would collect the matches of all companies and times first; with the prefix they are one short range of keys.
-- (A loop takes half the time of the same query. Names include their schema, because PostgreSQL 17 and later build
-- indexes with an empty search_path.)
create function week_words(company integer, at timestamptz, body text) returns tsvector
  language plpgsql immutable parallel safe strict as $$
declare
  prefix text := company || '.' || public.time_slice(at) || '.';
  word   text;
  keys   text[] := '{}';
begin
  foreach word in array tsvector_to_array(to_tsvector('public.plain_words'::regconfig, body)) loop
    keys := keys || (prefix || word);
  end loop;
  return array_to_tsvector(keys);
end $$;

-- Every typed word as the beginning of a word: 'segund bolet' finds "Segunda via do boleto".
create function week_query(company integer, week integer, term text) returns tsquery
  language sql immutable parallel safe strict
  return (select coalesce(string_agg(quote_literal(company || '.' || week || '.' || word) || ':*', ' & '), '')
          from unnest(tsvector_to_array(to_tsvector('public.plain_words'::regconfig, term))) word)::tsquery;

-- Every week of a search reads the list of entries that are not sorted in yet, so it is kept short.
create index messages_words on messages using gin (week_words(company_id, sent_at, body)) with (gin_pending_list_limit = 128);

-- `like` with the wildcards of the user's text taken literally.
create function like_anywhere(term text) returns text
  language sql immutable parallel safe strict
  return '%' || regexp_replace(fold(term), '([\\%_])', '\\\1', 'g') || '%';

-- Contacts whose name begins with the text, by name; then, from three letters on, those whose name, number or e-mail
-- contains it. If very many match, some are returned unsorted: people type on, and reading all of them would be slow.
-- The upper end of the range is exact in databases that order text by code points, as ours do. by_number: whether parts
-- of numbers match. For users for whom numbers are masked only the whole number matches, or a search would reveal the
-- masked digits one by one; their text is compared with name and e-mail separately, because the search key joins them.
create function search_contacts(term text, by_number boolean, most integer) returns table (contact_id bigint)
  language plpgsql stable security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  company integer := current_company_id();
  folded  text := fold(term);
  pattern text := like_anywhere(term);
  number  text := phone_key(term);
  rest    integer;
begin
  if company is null or folded = '' then return; end if;
  return query select c.id from contacts c
    where c.company_id = company and c.merged_into_id is null
      and fold(c.name) >= folded and fold(c.name) < folded || U&'\+10FFFF' and starts_with(c.search_key, folded)
    order by fold(c.name), c.id limit most;
  get diagnostics rest = row_count;
  rest := most - rest;
  if length(term) < 3 or rest = 0 then return; end if;
  if by_number then
    return query select f.id from (
      select c.id, c.search_key from contacts c
      where c.company_id = company and c.merged_into_id is null and c.search_key like pattern and not starts_with(c.search_key, folded)
      limit rest) f order by f.search_key, f.id;
    return;
  end if;
  return query select f.id from (
    select c.id, c.search_key from contacts c
    where c.company_id = company and c.merged_into_id is null and c.search_key like pattern and not starts_with(fold(c.name), folded)
      and (fold(c.name) like pattern or lower(c.email) like pattern)
    limit rest) f order by f.search_key, f.id;
  if length(number) < 8 then return; end if;
  return query select c.id from contacts c
    where c.company_id = company and c.merged_into_id is null and c.search_key like '%' || number || '%' and phone_key(c.phone) = number
      and not (fold(c.name) like pattern or lower(c.email) like pattern)
    order by c.search_key, c.id limit most;
end $$;

-- Tickets found by their contact, then by their messages (newest first): the newest ticket of each conversation that
-- this user may see. Users for whom numbers are masked cannot search by number (S67). message_id: the message with the
-- words, so that the list can show it and open it. Gives up after 20,000 matching messages, so that a user who may see
-- none of them cannot make the server read all.
create function search_tickets(term text, by_number boolean, viewer bigint, viewer_queues bigint[], sees_all boolean, most integer)
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
    where c.company_id = company and c.search_key like pattern and (by_number or (term !~ '\d{3}' and fold(c.name) like pattern)) and (sees_all or t.user_id = viewer or t.queue_id = any (viewer_queues))
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
      select m.company_id, m.id, m.conversation_id, m.is_private, m.deleted_at from messages m
      where week_words(m.company_id, m.sent_at, m.body) @@ week_query(company, week, term)
      order by m.sent_at desc offset 0) m
    left join lateral (
      select t.id, t.conversation_id from tickets t
      where t.company_id = company and t.conversation_id = m.conversation_id and t.is_latest and (sees_all or t.user_id = viewer or t.queue_id = any (viewer_queues))) t on true
    where m.company_id = company and not m.is_private and m.deleted_at is null
  loop
    looked := looked + 1;
    exit when looked > 20000;
    continue when hit.id is null or hit.conversation_id = any (found);
    found := found || hit.conversation_id; ticket_id := hit.id; message_id := hit.message_id; return next;
    exit when cardinality(found) >= most;
  end loop;
end $$;

revoke execute on function search_contacts(text, boolean, integer), search_tickets(text, boolean, bigint, bigint[], boolean, integer) from public;
grant execute on function search_contacts(text, boolean, integer), search_tickets(text, boolean, bigint, bigint[], boolean, integer) to guiche_tenant;

-- Owned by a role that cannot log in. The installing login is a member of it, and the role may create in the schema,
-- only for this moment.
reset role;
grant guiche_search to current_user;
grant create on schema public to guiche_search;
alter function search_contacts(text, boolean, integer) owner to guiche_search;
alter function search_tickets(text, boolean, bigint, bigint[], boolean, integer) owner to guiche_search;
revoke create on schema public from guiche_search;
revoke guiche_search from current_user;

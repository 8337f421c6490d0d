-- What a search in the people of a large campaign looks through: name without accents, all forms of the number, e-mail. Apart
-- from campaign_recipients, whose rows change with every message, and with them an index of trigrams would. A job fills it after
-- the start. Without a key to the campaign, whose row others lock meanwhile.
create table campaign_people_words (
  company_id   integer not null,
  campaign_id  bigint not null,
  recipient_id bigint not null,
  words        text not null,
  primary key (company_id, campaign_id, recipient_id)
) with (autovacuum_vacuum_scale_factor = 0.02);
-- A search reads the list of entries that are not sorted in yet, so it is kept short.
create index campaign_people_words_search on campaign_people_words
  using gin (company_id, campaign_id, words gin_trgm_ops) with (gin_pending_list_limit = 256);
call wall_in('campaign_people_words');

-- The words of all of its people are stored.
alter table campaigns add column is_searchable boolean not null default false;

-- In spite of row-level security (0012): the operators of trigrams are not leakproof.
create policy search on campaign_people_words to guiche_search using (true);
grant select on campaign_people_words to guiche_search;

-- The people of a campaign whose name, number or e-mail contains the text. If very many match, some are returned. Only by
-- the index of trigrams: the planner does not know how rare a name is.
create function search_campaign_people(campaign bigint, term text, most integer) returns table (person_id bigint)
  language plpgsql stable security definer rows 100 set search_path = public, pg_temp set plan_cache_mode = force_custom_plan
  set enable_seqscan = off set enable_indexscan = off as $$
declare
  company integer := current_company_id();
begin
  if company is null or length(term) < 3 then return; end if;
  return query select w.recipient_id from campaign_people_words w
    where w.company_id = company and w.campaign_id = campaign and w.words like like_anywhere(term)
    limit most;
end $$;

revoke execute on function search_campaign_people(bigint, text, integer) from public;
grant execute on function search_campaign_people(bigint, text, integer) to guiche_tenant;

reset role;
grant guiche_search to current_user;
grant create on schema public to guiche_search;
alter function search_campaign_people(bigint, text, integer) owner to guiche_search;
revoke create on schema public from guiche_search;
revoke guiche_search from current_user;

-- For a search over messages, notes and names of files.
create policy search on files to guiche_search using (true);
create policy search on ticket_notes to guiche_search using (true);
grant select on files, ticket_notes to guiche_search;

-- The words of a search that count: not single letters, which begin a large part of all words, and of long searches the
-- eight longest words. Without this a search for twenty letters would collect nearly every message twenty times.
create function search_words(term text) returns text[]
  language sql immutable parallel safe strict
  return (select coalesce(array_agg(word), '{}') from (
    select word from unnest(tsvector_to_array(to_tsvector('public.plain_words'::regconfig, term))) word
    where length(word) > 1 order by length(word) desc, word limit 8) words);

-- As before, with only the words that count.
create or replace function week_query(company integer, week integer, term text) returns tsquery
  language sql immutable parallel safe strict
  return (select coalesce(string_agg(quote_literal(company || '.' || week || '.' || word) || ':*', ' & '), '')
          from unnest(public.search_words(term)) word)::tsquery;

-- The same words as a query for a single text.
create function words_query(term text) returns tsquery
  language sql immutable parallel safe strict
  return (select coalesce(string_agg(quote_literal(word) || ':*', ' & '), '') from unnest(public.search_words(term)) word)::tsquery;

-- The name of a file as words. The parser of texts would take 'contrato_2026.pdf' for one word.
create function file_text(name text) returns text
  language sql immutable parallel safe strict
  return regexp_replace(left(name, 255), '[^[:alnum:]\u0080-\U0010ffff]+', ' ', 'g');

-- Indexes only the first 4,096 characters of a text. Indexing the words of longer texts takes seconds within the
-- insert, and strangers choose the texts. A search finds only the beginning of a long text; the text itself is stored
-- and shown whole. Existing index entries stay until their message changes.
create or replace function week_words(company integer, at timestamptz, body text) returns tsvector
  language plpgsql immutable parallel safe strict as $$
declare
  prefix text := company || '.' || public.time_slice(at) || '.';
  word   text;
  keys   text[] := '{}';
begin
  foreach word in array tsvector_to_array(to_tsvector('public.plain_words'::regconfig, left(body, 4096))) loop
    keys := keys || (prefix || word);
  end loop;
  return array_to_tsvector(keys);
end $$;

-- Index only the first 4,096 characters of a text. The words of longer texts cost seconds per message inside of the insert,
-- and whoever writes to us chooses the text. What a search finds is therefore the beginning of a long text; the text itself is
-- kept and shown whole. Entries that are in the index already stay, until their message changes.
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

-- The words of a text, each with company and week, must fit into a megabyte; longer texts were refused. Only the
-- beginning of such a text is indexed: as many characters as a WhatsApp app lets a person write.
create or replace function week_words(company integer, at timestamptz, body text) returns tsvector
  language plpgsql immutable parallel safe strict as $$
declare
  prefix text := company || '.' || public.time_slice(at) || '.';
  word   text;
  keys   text[] := '{}';
begin
  foreach word in array tsvector_to_array(to_tsvector('public.plain_words'::regconfig, left(body, 65536))) loop
    keys := keys || (prefix || word);
  end loop;
  return array_to_tsvector(keys);
end $$;

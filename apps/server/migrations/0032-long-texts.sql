-- The words of a text have to fit into a megabyte, each with company and week before it; who writes more than that had their
-- message refused. Only the beginning of such a text is found: as many characters as an app of WhatsApp lets a person write.
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

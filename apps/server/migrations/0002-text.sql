-- How text and numbers are compared: one function each, so that searches, indexes and imports agree.

-- Ignores accents and case. Declared immutable (unaccent is only stable), so that generated columns and indexes can use
-- it; the dictionary is named, so that the search_path cannot change the result.
create function fold(value text) returns text
  language sql immutable parallel safe strict
  return lower(public.unaccent('public.unaccent'::regdictionary, value));

-- The digits that identify a phone number. Brazilian mobile numbers exist with and without a ninth digit, so the key
-- omits it. Only before 6 to 9: numbers that begin with 2 to 5 after the ninth digit never had a short form, and
-- shortening them would give the number of a land line. Never shown and never dialled.
create function phone_key(phone text) returns text
  language sql immutable parallel safe strict
  return case
    when regexp_replace(phone, '\D', '', 'g') ~ '^55[1-9][1-9]9[6-9]\d{7}$'
      then substr(regexp_replace(phone, '\D', '', 'g'), 1, 4) || substr(regexp_replace(phone, '\D', '', 'g'), 6)
    else regexp_replace(phone, '\D', '', 'g')
  end;

-- The long form of the same number, so that a search for a fragment with the ninth digit finds it too.
create function phone_long(phone text) returns text
  language sql immutable parallel safe strict
  return regexp_replace(phone_key(phone), '^(55[1-9][1-9])([6-9]\d{7})$', '\19\2');

-- The key of an identity within its kind.
create function identity_key(kind text, value text) returns text
  language sql immutable parallel safe strict
  return case kind
    when 'phone' then phone_key(value)
    when 'email' then lower(btrim(value))
    else value
  end;

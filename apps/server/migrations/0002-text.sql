-- How text and numbers are compared: one function each, so that a search, an index and an import can never disagree.

-- What the eye takes as the same: no accents, lower case. Declared immutable (unaccent is only stable) so that
-- generated columns and indexes may use it; the dictionary is named, so the search_path cannot change the answer.
create function fold(value text) returns text
  language sql immutable parallel safe strict
  return lower(public.unaccent('public.unaccent'::regdictionary, value));

-- The digits by which a phone number is recognised. Brazilian mobile numbers exist with and without the ninth digit;
-- both are one person, so the key leaves it out. Only before 6 to 9: what begins with 2 to 5 after the ninth digit never
-- had a short form, and cutting it would make it somebody's land line. Never shown, never dialled.
create function phone_key(phone text) returns text
  language sql immutable parallel safe strict
  return case
    when regexp_replace(phone, '\D', '', 'g') ~ '^55[1-9][1-9]9[6-9]\d{7}$'
      then substr(regexp_replace(phone, '\D', '', 'g'), 1, 4) || substr(regexp_replace(phone, '\D', '', 'g'), 6)
    else regexp_replace(phone, '\D', '', 'g')
  end;

-- The long form of the same number, so that a fragment typed with the ninth digit finds it too.
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

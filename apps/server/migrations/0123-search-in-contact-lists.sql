-- outside of a transaction
-- What searches in a list look through: name without accents, both forms of the number, e-mail.
create index concurrently if not exists contact_list_items_search on contact_list_items
  using gin (company_id, list_id, (fold(name) || ' ' || number || ' ' || number_key || ' ' || lower(email)) gin_trgm_ops);

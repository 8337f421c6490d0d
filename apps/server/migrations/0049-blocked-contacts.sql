-- outside of a transaction
-- Few contacts are blocked, and the list can show them alone.
create index concurrently if not exists contacts_blocked on contacts (company_id, search_key, id) where not is_active and merged_into_id is null;

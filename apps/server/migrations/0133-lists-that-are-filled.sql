-- A job still adds people to the list: those who failed in a campaign, behind this person of it. No campaign starts with it
-- before it has all of them. Null: it has.
alter table contact_lists add column filled_to bigint;

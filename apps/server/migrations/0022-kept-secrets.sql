-- A session's secrets include messages that it sent, for phones that could not decrypt them. These are kept for some
-- days only.
alter table connection_secrets add column until timestamptz;  -- null: for as long as the session is linked
create index connection_secrets_until on connection_secrets (until) where until is not null;

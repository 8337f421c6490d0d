-- Among a session's secrets are the messages that it sent, for phones that could not read them: for some days only.
alter table connection_secrets add column until timestamptz;  -- null: for as long as the session is linked
create index connection_secrets_until on connection_secrets (until) where until is not null;

-- Messages that were missed while a connection was offline are mentioned in the ticket log and in the connection's
-- history: one entry each, which grows while more arrive.
alter table ticket_log add column detail jsonb;      -- of `recovered`: since, until, count
grant update (detail) on ticket_log to guiche_tenant;
grant update (detail) on connection_events to guiche_tenant;

-- `stopped`: this server closed the connection; the phone stayed linked.
alter table connection_events drop constraint connection_events_kind_check;
alter table connection_events add check (kind in ('opening', 'qrcode', 'pairing', 'connected', 'lost', 'stopped', 'ended', 'unlinked', 'recovered'));

-- When many sessions start, those with the latest message of a customer go first.
create index conversations_connection_activity on conversations (company_id, connection_id, last_inbound_at desc nulls last);

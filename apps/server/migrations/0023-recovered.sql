-- What was missed while a line was away is said in its tickets and in the history of its connection: one line each, which
-- grows while more of it comes in.
alter table ticket_log add column detail jsonb;      -- of `recovered`: since, until, count
grant update (detail) on ticket_log to guiche_tenant;
grant update (detail) on connection_events to guiche_tenant;

-- `stopped`: this server let go of the line; the phone stayed linked.
alter table connection_events drop constraint connection_events_kind_check;
alter table connection_events add check (kind in ('opening', 'qrcode', 'pairing', 'connected', 'lost', 'stopped', 'ended', 'unlinked', 'recovered'));

-- For a start of many sessions: whose customers wrote last goes first.
create index conversations_connection_activity on conversations (company_id, connection_id, last_inbound_at desc nulls last);

-- The outcome of a call can arrive before the call itself.

alter table parked_events drop constraint parked_events_kind_check;
alter table parked_events add constraint parked_events_kind_check check (kind in ('ack', 'edit', 'delete', 'reaction', 'call'));

-- What became of a call can be told before the call itself is here.

alter table parked_events drop constraint parked_events_kind_check;
alter table parked_events add constraint parked_events_kind_check check (kind in ('ack', 'edit', 'delete', 'reaction', 'call'));

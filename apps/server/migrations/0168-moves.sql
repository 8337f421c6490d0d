-- A connection is a number, which is reached by a paired phone or officially. Null: it has always been reached as it is now.
alter table connections add column moved_at timestamptz;

-- A phone is being paired that shall reach a number which is official until then: how far that is. `official_id`: the phone that was
-- paired last has the number of this official connection, so that it was unlinked.
alter table whatsapp_sessions add column moving text;
alter table whatsapp_sessions add constraint whatsapp_sessions_moving_check
  check (moving in ('opening', 'qrcode', 'pairing', 'timeout', 'disconnected', 'passkey')) not valid;
alter table whatsapp_sessions add column official_id bigint;

-- A try of the message was begun on a way that the connection has left. The new way would not recognise it.
alter table outbox add column begun_elsewhere boolean not null default false;

alter table connection_events drop constraint connection_events_kind_check;
alter table connection_events add constraint connection_events_kind_check
  check (kind in ('opening', 'qrcode', 'pairing', 'connected', 'lost', 'stopped', 'ended', 'unlinked', 'recovered', 'limited', 'resumed', 'notice', 'moved')) not valid;

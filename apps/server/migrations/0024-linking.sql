-- For linking a phone: how long its code can be scanned, and why a session has ended.
alter table whatsapp_sessions add column qrcode_until timestamptz;
alter table whatsapp_sessions add column end_reason text not null default '';

-- `passkey`: the network demands one for this account, which a server cannot provide (the alternative is the network's
-- own API).
alter table connections drop constraint connections_status_check;
alter table connections add check (status in ('opening', 'qrcode', 'connected', 'disconnected', 'pairing', 'timeout', 'pending', 'passkey'));

-- What a network forbids a number for some time: all sending, or new chats. Held messages stay in the outbox.
create table connection_limits (
  company_id    integer not null,
  connection_id bigint not null,
  scope         text not null check (scope in ('everything', 'new_chats')),
  until         timestamptz not null,
  strikes       smallint not null default 1,   -- in a row: where the network says no time, the pause grows with them
  is_on         boolean not null default true, -- false: its end was told
  primary key (company_id, connection_id, scope),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call wall_in('connection_limits');

-- Tries that count against an entry; `attempts` counts all of them.
alter table outbox add column failures smallint not null default 0;
update outbox set failures = attempts;

alter table connection_events drop constraint connection_events_kind_check;
alter table connection_events add check (kind in ('opening', 'qrcode', 'pairing', 'connected', 'lost', 'stopped', 'ended', 'unlinked', 'recovered', 'limited', 'resumed'));

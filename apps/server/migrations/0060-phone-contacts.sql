-- Whom the phone of a connection knows: its phone book and its chats, as WhatsApp tells them, so that they can be
-- imported as contacts at any time. They are deleted when the phone is unlinked.
create table phone_contacts (
  company_id    integer not null,
  connection_id bigint not null,
  number        text not null check (number ~ '^\d{6,15}$'),
  lid           text,
  name          text not null default '',       -- as saved on the phone
  push_name     text not null default '',       -- that they chose for themselves
  primary key (company_id, connection_id, number),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call wall_in('phone_contacts');

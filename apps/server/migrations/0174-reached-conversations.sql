-- Until when the network has delivered our messages of a conversation, or its customer has read them, by the clock of the network.
-- A message of which we do not know yet that the network has it is compared with that later.
create table reached_conversations (
  company_id      integer not null,
  conversation_id bigint not null,
  ack             smallint not null check (ack in (2, 3)),
  until           timestamptz not null,
  primary key (company_id, conversation_id, ack),
  foreign key (company_id, conversation_id) references conversations (company_id, id) on delete cascade
);
call wall_in('reached_conversations');

-- When the network has taken it, by its own clock. Null: it has not said so.
alter table message_parts add column taken_at timestamptz;

-- The account at a network that a connection stands for: a page, or an account that belongs to a page. Its token is sealed,
-- and the row of address_book (kind 'meta_page') leads from its id to the connection, of one company only.
create table network_accounts (
  company_id    integer not null,
  connection_id bigint not null,
  routing_id    text not null,          -- what webhooks name: the page, or the account
  page_id       text not null,          -- where it is written from
  key_id        smallint not null,
  ciphertext    bytea not null,
  ended_because text check (ended_because in ('token_ended', 'permission_lost', 'restricted')),
  linked_at     timestamptz not null default now(),
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
create index network_accounts_page on network_accounts (company_id, page_id);
call wall_in('network_accounts');

-- What a network that chooses the ids itself calls our messages. It may take one in several parts.
create table message_parts (
  company_id    integer not null,
  connection_id bigint not null,
  network_id    text not null,
  message_id    bigint not null,
  part          smallint not null,
  is_last       boolean not null,
  created_at    timestamptz not null default now(),
  primary key (company_id, connection_id, network_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade,
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
create index message_parts_message on message_parts (company_id, message_id);
call wall_in('message_parts');

-- Parts that may have been sent: the network has not said so yet. The whole message waits for that word.
create table unconfirmed_parts (
  company_id integer not null,
  message_id bigint not null,
  part       smallint not null,
  created_at timestamptz not null default now(),
  primary key (company_id, message_id),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
call wall_in('unconfirmed_parts');

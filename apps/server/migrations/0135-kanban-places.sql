-- Where people have put cards on the board. A card without a row stands by the number of its ticket, the newest at the
-- top; the numbers of tickets are a million apart here, so that cards fit between them.
create table kanban_places (
  company_id integer not null,
  ticket_id  bigint not null,
  place      bigint not null,
  primary key (company_id, ticket_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
call wall_in('kanban_places');

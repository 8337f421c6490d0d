-- Until when messages of campaigns wait on a connection after one that was late, also if its process is killed meanwhile.
create table outbox_pauses (
  company_id    integer not null,
  connection_id bigint not null,
  until         timestamptz not null,
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
) with (fillfactor = 50);
call wall_in('outbox_pauses');

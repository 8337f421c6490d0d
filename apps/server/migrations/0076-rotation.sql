-- Waiting tickets without a queue are redirected, and those of a queue are assigned in turn.

-- Who was given a ticket of a queue, and when: the lowest number is next.
create table rotation_turns (
  company_id integer not null,
  queue_id   bigint not null,
  user_id    bigint not null,
  turn       bigint not null,
  primary key (company_id, queue_id, user_id),
  foreign key (company_id, queue_id) references queues (company_id, id) on delete cascade,
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
call wall_in('rotation_turns');

-- The times count from now on, because nothing has acted on these settings before.
insert into ticket_timers (company_id, ticket_id, kind, due_at, detail)
select t.company_id, t.id, 'redirect', now() + make_interval(mins => n.redirect_minutes), jsonb_build_object('rule', n.redirect_minutes)
from tickets t join connections n on n.company_id = t.company_id and n.id = t.connection_id
where t.status = 'pending' and not t.is_group and t.user_id is null and t.queue_id is null and t.imported_at is null
  and n.redirect_minutes > 0 and n.redirect_queue_id is not null;
insert into ticket_timers (company_id, ticket_id, kind, due_at)
select t.company_id, t.id, 'rotation', now()
from tickets t join queues q on q.company_id = t.company_id and q.id = t.queue_id
where t.status = 'pending' and not t.is_group and t.user_id is null and t.imported_at is null and q.rotates and q.archived_at is null;

-- Nobody may hold a row of it, or add one, in between.
lock table queues in access exclusive mode;

-- Each queue has a place in the menu. Those without one were the last, by name, so they follow the others.
update queues q set position = least(n.position, 2147483647)
from (select company_id, id,
             coalesce(max(position) over (partition by company_id), 0)::bigint
               + row_number() over (partition by company_id, position is null order by fold(name), id) as position
      from queues) n
where q.company_id = n.company_id and q.id = n.id and q.position is null;

alter table queues alter column position set not null;

-- The previous version, which may still run, creates queues without one.
create function fill_queue_position() returns trigger language plpgsql as $$
begin
  select least(coalesce(max(q.position), 0), 2147483646) + 1 into new.position
  from queues q where q.company_id = new.company_id and q.archived_at is null;
  return new;
end
$$;
create trigger queue_position before insert or update of position on queues
  for each row when (new.position is null) execute function fill_queue_position();

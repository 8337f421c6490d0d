-- Logins of the server can add to the audit log and read it. Only this function, which belongs to the owner of the
-- tables, removes old entries, and none of the last 30 days, whoever calls it.
create function remove_old_audit(days integer, most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  removed integer;
begin
  if days is null or days < 30 then
    raise exception 'the audit of the last 30 days is kept';
  end if;
  delete from audit_log where (company_id, id) in (
    select a.company_id, a.id from audit_log a where a.created_at < now() - make_interval(days => days) limit most);
  get diagnostics removed = row_count;
  return removed;
end $$;
revoke all on function remove_old_audit from public;
grant execute on function remove_old_audit to guiche_operator;

-- Changing the name of a contact means that it has a name. A trigger and not each statement, because processes from
-- before 0037 do not know the column.
create function give_name() returns trigger language plpgsql as $$
begin
  new.is_nameless := false;
  return new;
end $$;
create trigger contacts_named before update of name on contacts for each row when (old.is_nameless and new.name <> old.name) execute function give_name();

-- The contact has no name yet: a number or a placeholder is shown until somebody enters one.
alter table contacts add column is_nameless boolean not null default false;
update contacts set is_nameless = true where name in ('', 'Visitante') or name = phone;

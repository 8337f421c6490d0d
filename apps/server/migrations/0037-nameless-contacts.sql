-- Nobody has given the contact a name yet: a number or a word stands in its place, until somebody does.
alter table contacts add column is_nameless boolean not null default false;
update contacts set is_nameless = true where name in ('', 'Visitante') or name = phone;

-- The first password was not shown: the start that generated it was interrupted, and the next start generates another.
alter table users add column password_is_untold boolean not null default false;

-- The first password that nobody has been told: the start that made it was cut off, and the next one makes another.
alter table users add column password_is_untold boolean not null default false;

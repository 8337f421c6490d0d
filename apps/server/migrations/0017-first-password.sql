-- When the generated first password expires unless it is changed (S19). Null: never.
alter table users add column password_expires_at timestamptz;

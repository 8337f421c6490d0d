-- The password that is made up at the first start ends by itself unless it is changed (S19). Null: it does not.
alter table users add column password_expires_at timestamptz;

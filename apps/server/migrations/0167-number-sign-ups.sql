-- The numbers that somebody has opened by a login at Meta, until one of them is connected or the time is over.
create table number_sign_ups (
  company_id integer not null,
  id         uuid not null,
  user_id    bigint not null,
  key_id     smallint not null,
  ciphertext bytea not null,   -- the token of the login, and the numbers that it opens
  ends_at    timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index number_sign_ups_of_user on number_sign_ups (company_id, user_id);
call wall_in('number_sign_ups');

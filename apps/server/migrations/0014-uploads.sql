-- The bytes that each user has uploaded today (S56). One row per user; counting starts again with each day of the
-- company.
create table uploads (
  company_id integer not null,
  user_id    bigint not null,
  day        date not null,
  bytes      bigint not null check (bytes >= 0),
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
call wall_in('uploads');

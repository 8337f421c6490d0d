-- How much each person has uploaded today (S56). One row per person: the count begins anew with their company's day.
create table uploads (
  company_id integer not null,
  user_id    bigint not null,
  day        date not null,
  bytes      bigint not null check (bytes >= 0),
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
call wall_in('uploads');

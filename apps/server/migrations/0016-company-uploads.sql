-- The bytes that users and visitors of a company have uploaded today, for the limit of its plan (S56). Counting starts
-- again each day.
create table company_uploads (
  company_id integer primary key references companies (id) on delete cascade,
  day        date not null,
  bytes      bigint not null check (bytes >= 0)
);
call wall_in('company_uploads');

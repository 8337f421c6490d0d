-- How much a company's people and visitors have uploaded today, for what its plan allows (S56). The count begins anew with its day.
create table company_uploads (
  company_id integer primary key references companies (id) on delete cascade,
  day        date not null,
  bytes      bigint not null check (bytes >= 0)
);
call wall_in('company_uploads');

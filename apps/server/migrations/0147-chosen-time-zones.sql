-- Until somebody has chosen the time zone of a company, it follows the company's language. Nothing changes for companies
-- that are there.
alter table companies add column timezone_chosen boolean not null default true;
alter table companies alter column timezone_chosen set default false;

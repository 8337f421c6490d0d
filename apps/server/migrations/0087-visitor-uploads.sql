-- What visitors of web chats have uploaded that day, a part of `bytes`.
alter table company_uploads add column visitor_bytes bigint not null default 0;

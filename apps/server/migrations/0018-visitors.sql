-- A visitor's window sends only its secret, which begins with the visitor's id. The id leads to the company and the
-- chat.
alter table address_book drop constraint address_book_kind_check;
alter table address_book add constraint address_book_kind_check
  check (kind in ('login', 'api_token', 'meta_page', 'cloud_phone', 'invitation', 'web_chat', 'visitor'));
insert into address_book (kind, key, company_id, target_id)
select 'visitor', id::text, company_id, connection_id from web_chat_visitors;

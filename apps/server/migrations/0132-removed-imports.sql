-- Nobody sees it any more; a job removes its refused rows and then itself.
alter table contact_list_imports add column removed_at timestamptz;

-- Whose a refused row is, so that an erasure finds it: the phone_key of a number, or an e-mail address in lower case.
create table contact_list_refusal_keys (
  company_id integer not null,
  import_id  bigint not null,
  line       integer not null,
  person_key text not null,
  primary key (company_id, import_id, line, person_key),
  foreign key (company_id, import_id, line) references contact_list_refusals (company_id, import_id, line) on delete cascade
);
create index contact_list_refusal_keys_person on contact_list_refusal_keys (company_id, person_key);
call wall_in('contact_list_refusal_keys');

-- The picture of a contact at their network, and when it was checked last. Hidden and missing pictures are recorded
-- too.
create table contact_pictures (
  company_id integer not null,
  contact_id bigint not null,
  file_id    bigint,                          -- null: there is none to be seen
  source_sha bytea,                           -- of what the network gave, so that the same one is not drawn again
  looked_at  timestamptz,                     -- null: never
  not_before timestamptz,                     -- it is wanted, from then on; null: it is not
  tries      smallint not null default 0,
  primary key (company_id, contact_id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, file_id) references files (company_id, id)
) with (fillfactor = 80);
create index contact_pictures_wanted on contact_pictures (company_id, not_before) where not_before is not null;
create index contact_pictures_file on contact_pictures (company_id, file_id) where file_id is not null;
call wall_in('contact_pictures');

-- They wait, and an earlier try of their message may have arrived. It is repeated under the external id that they have, on
-- the connection that they have, with the variant that they have, so that it arrives once.
alter table campaign_recipients add column is_tried boolean not null default false;

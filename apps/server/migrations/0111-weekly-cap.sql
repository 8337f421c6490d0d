-- weeklyCap: from how many campaigns a person gets messages within a week. prices: what a message costs, by the beginning of
-- its number.
alter table campaign_settings drop constraint campaign_settings_key_check;
alter table campaign_settings add constraint campaign_settings_key_check
  check (key in ('messageInterval', 'longerIntervalAfter', 'greaterInterval', 'variables', 'weeklyCap', 'prices')) not valid;

-- A network may limit campaigns alone, or messages from templates.
alter table connection_limits drop constraint connection_limits_scope_check;
alter table connection_limits add constraint connection_limits_scope_check
  check (scope in ('everything', 'new_chats', 'campaigns', 'templates')) not valid;

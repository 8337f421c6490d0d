-- What a message says, without the name that signs it: wordsOf and signatureOf in packages/contract/src/messages/signature.ts.
create function said_text(body text, signature text, from_me boolean, is_private boolean, sender bigint) returns text
  language sql immutable parallel safe
  return case
    when signature <> '' and starts_with(body, '*' || signature || ':*')
      then regexp_replace(substr(body, length(signature) + 4), '^\r?\n', '')
    when signature is null and from_me and not is_private and sender is not null
      then regexp_replace(body, '^\*[^*\n]{1,200}:\*\r?\n', '')
    else body end;

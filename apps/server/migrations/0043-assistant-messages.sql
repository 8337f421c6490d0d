-- A message of the virtual assistant that a browser posted was known by its text alone.
update messages set origin = 'bot'
where origin = 'user' and not is_private and body ~ '^\*(Assistente Virtual|Virtual assistant|Asistente virtual|Sanal asistan):\*';

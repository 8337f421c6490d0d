/** PostgreSQL accepts neither NUL nor lone surrogates in a text. */
export const storableText = (text: string): string =>
  (text.includes('\u0000') ? text.replaceAll('\u0000', '') : text).toWellFormed()

/** JSON of untrusted data that a jsonb column accepts. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) => (typeof item === 'string' ? storableText(item) : item))

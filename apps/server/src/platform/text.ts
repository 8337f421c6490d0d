/** A text as PostgreSQL can keep it: without NUL, and without halves of characters. */
export const storableText = (text: string): string =>
  (text.includes('\u0000') ? text.replaceAll('\u0000', '') : text).toWellFormed()

/** The JSON of something that a stranger has sent, as a jsonb column can keep it. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) => (typeof item === 'string' ? storableText(item) : item))

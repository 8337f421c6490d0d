const replacement = '\ufffd'

/** Databases take neither NUL nor half of a character, which only such escapes bring into a text. */
const mayBeOdd = /\\u(?:0000|d[89a-f])/i

/** What a webhook says, in texts that can be stored. Undefined: it is no JSON. */
export function parseBody(body: Buffer): unknown {
  const text = body.toString('utf8')
  try {
    return mayBeOdd.test(text) ? JSON.parse(text, storable) : JSON.parse(text)
  } catch {
    return undefined
  }
}

const storable = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\u0000', replacement).toWellFormed() : value

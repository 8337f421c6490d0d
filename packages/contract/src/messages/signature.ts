/**
 * A signed message begins with the name of its author in bold, on a line of its own. That line is part of `body`, because
 * customers read it, and existing clients write and show it; `signature` tells which name it is.
 */
interface Signed {
  body: string
  /** Null for a message without a signature. */
  signature: string | null
}

const lineOf = (name: string) => `*${name}:*`

export const signedWith = (name: string, words: string): string => `${lineOf(name)}\n${words}`

export const isSignedWith = (name: string, body: string): boolean => body.startsWith(lineOf(name))

/** What the author said. Messages with files end their lines with CR LF, as form data does. */
export function wordsOf({ body, signature }: Signed): string {
  if (signature === null || !isSignedWith(signature, body)) return body
  return body.slice(lineOf(signature).length).replace(/^\r?\n/, '')
}

/** The body with other words, signed as before. */
export const withWords = (message: Signed, words: string): string =>
  message.body.slice(0, message.body.length - wordsOf(message).length) + words

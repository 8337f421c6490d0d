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

/** A stored message with what tells its signature. */
interface StoredMessage extends Signed {
  fromMe: boolean
  isPrivate: boolean
  senderUserId: number | null
}

/** In messages of earlier versions the author may have had another name since, so any name counts. */
const oldSignature = /^\*([^*\n]{1,200}):\*\r?\n/

/**
 * The name that a stored message is signed with, if it still begins with it: its text may have been edited on a phone.
 * `signature` is empty for a message that was not signed, and null for one of an earlier version.
 */
export function signatureOf({ body, signature, fromMe, isPrivate, senderUserId }: StoredMessage): string | null {
  if (signature !== null) return signature !== '' && isSignedWith(signature, body) ? signature : null
  if (!fromMe || isPrivate || senderUserId === null) return null
  return oldSignature.exec(body)?.[1] ?? null
}

import { assistantIn, isSignedWith } from '@guiche/contract'
import type { Ctx } from '#platform/context'

/**
 * The name that a new message is signed with, for its column; empty if it is not signed. Browsers and existing clients
 * write the signature into the body. It counts only with the author's own name, or that of the virtual assistant: any
 * other bold line is what the author says.
 */
export function signatureIn({ actor }: Ctx, { body, isPrivate }: { body: string; isPrivate: boolean }): string {
  if (actor.kind !== 'user' || isPrivate) return ''
  return isSignedWith(actor.name, body) ? actor.name : (assistantIn(body) ?? '')
}

/** The columns of a message that tell its signature. */
export interface SignedRow {
  body: string
  signature: string | null
  from_me: boolean
  is_private: boolean
  sender_user_id: number | null
}

/** In messages of earlier versions the author may have had another name since, so any name counts. */
const oldSignature = /^\*([^*\n]{1,200}):\*\r?\n/

/** The name that a message is signed with, if it still begins with it: its text may have been edited on a phone. */
export function signatureOf({ body, signature, from_me, is_private, sender_user_id }: SignedRow): string | null {
  if (signature !== null) return signature !== '' && isSignedWith(signature, body) ? signature : null
  if (!from_me || is_private || sender_user_id === null) return null
  return oldSignature.exec(body)?.[1] ?? null
}

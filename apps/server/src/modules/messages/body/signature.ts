import { assistantIn, isSignedWith, signatureOf as signatureOfStored } from '@guiche/contract'
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

/** The name that a message is signed with. */
export const signatureOf = ({ from_me, is_private, sender_user_id, ...row }: SignedRow): string | null =>
  signatureOfStored({ ...row, fromMe: from_me, isPrivate: is_private, senderUserId: sender_user_id })

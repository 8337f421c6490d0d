import { hiddenBody } from '@guiche/contract'
import type { UserCtx } from '#platform/context'
import { maskNumbersIn, speakerOf } from '#modules/contacts'
import { findMessages, hidesText, shownBody } from '#modules/messages'
import { readSettings } from '#modules/settings'

/** What a message says, as a table has it. */
export interface MessageText {
  id: number
  ticketId: number
  sentAt: Date
  fromMe: boolean
  isPrivate: boolean
  origin: string
  /** The customer, the author in a group, or who of us wrote it; empty: nobody did. */
  author: string
  mediaType: string
  text: string
  fileName: string
}

/** The messages with these ids as the person sees them, in the order of the ids. */
export async function textsOf(ctx: UserCtx, ids: readonly number[]): Promise<MessageText[]> {
  const [{ lgpdDeleteMessage }, rows] = await Promise.all([readSettings(ctx), findMessages(ctx, ids)])
  const masked = ctx.actor.numbersMasked
  const texts = new Map(
    rows.map((row) => {
      const isHidden = hidesText(row, lgpdDeleteMessage === 'enabled')
      const speaker = row.raw?.author ? speakerOf(row.raw.author) : row.contact_name
      return [
        row.id,
        {
          id: row.id,
          ticketId: row.ticket_id,
          sentAt: row.sent_at,
          fromMe: row.from_me,
          isPrivate: row.is_private,
          origin: row.origin,
          author: row.from_me ? (row.user_name ?? '') : masked ? maskNumbersIn(speaker) : speaker,
          mediaType: row.media_type,
          text: isHidden ? hiddenBody : shownBody(row, row, masked),
          fileName: isHidden ? '' : (row.file?.name ?? ''),
        } satisfies MessageText,
      ]
    }),
  )
  return ids.flatMap((id) => texts.get(id) ?? [])
}

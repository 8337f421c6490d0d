import { type QuickMessageView, type SessionUser, foldedText } from '@guiche/contract'

/** Admins and supervisors see those of everybody, and write with the general ones and their own. */
export const repliesOf = (all: readonly QuickMessageView[], me: Pick<SessionUser, 'id'>): QuickMessageView[] =>
  all.filter(({ geral, userId }) => geral || userId === me.id)

/** Those whose shortcode begins with the text, then those that have it in the shortcode, then in the message. */
export function findReplies(replies: readonly QuickMessageView[], text: string): QuickMessageView[] {
  const wanted = foldedText(text.trim())
  if (wanted === '') return [...replies]
  return replies
    .map((reply) => ({ reply, rank: rankOf(reply, wanted) }))
    .filter(({ rank }) => rank < 3)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ reply }) => reply)
}

function rankOf({ shortcode, message }: QuickMessageView, wanted: string): number {
  const at = foldedText(shortcode).indexOf(wanted)
  if (at === 0) return 0
  if (at > 0) return 1
  return foldedText(message).includes(wanted) ? 2 : 3
}

/**
 * What follows the slash that the text begins with, as long as it is one line. Undefined: no quick message is asked for
 * (docs/requirements/workspace.md, section 5).
 */
export const askedReply = (before: string): string | undefined =>
  before.startsWith('/') && !before.includes('\n') ? before.slice(1) : undefined

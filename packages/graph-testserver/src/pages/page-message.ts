import type { PageFriend } from './page-friend.ts'

/** A message on Messenger or Instagram, in either direction. */
export interface PageMessage {
  mid: string
  direction: 'in' | 'out'
  friend: PageFriend
  at: Date
  /** Quick replies and buttons of the business, by what stands on them. */
  choices: { title: string; payload: string; isQuickReply: boolean }[]
  /** Who gets a delivery for it. */
  isDelivered?: boolean
}

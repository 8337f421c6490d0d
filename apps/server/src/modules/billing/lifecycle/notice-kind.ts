import type { NoticeKind, SubscriptionState } from '@guiche/contract'

/** In days. Who has been blocked for so long is told no more, such as all of them when notices begin. */
export const tellsBlockFor = 7

/**
 * The notice that a state asks for; undefined: none. It is the newest one only: after a stop nobody gets those that were
 * passed meanwhile. That of the due date may come late, until the block. A trial is so short that its first notice is the
 * day before its end.
 */
export function noticeOf(subscription: SubscriptionState): NoticeKind | undefined {
  switch (subscription.state) {
    case 'active':
      return undefined
    case 'trial':
      return subscription.days === 1 ? 'oneDay' : undefined
    case 'dueSoon':
      return subscription.days === 1 ? 'oneDay' : 'fiveDays'
    case 'due':
    case 'grace':
      return 'due'
    case 'blocked':
      return subscription.days < tellsBlockFor ? 'blocked' : undefined
  }
}

/** The number that the text of a notice has for its days. */
export const daysOf = (subscription: SubscriptionState): number =>
  subscription.state === 'active' ? 0 : subscription.days

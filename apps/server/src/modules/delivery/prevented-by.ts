import type { ChannelFacts, SendResult } from '@guiche/channel'
import type { OutboxEntry } from './outbox.repository.ts'

type Asked = Pick<OutboxEntry, 'action' | 'is_unconfirmed' | 'is_persons' | 'since_customer' | 'template'>

/**
 * What comes of an entry that the network must not be asked about. A message that may have been sent is not sent again where the
 * network would not recognise it (R6), and none after the time in which its author may answer, save for a template.
 */
export function preventedBy(facts: ChannelFacts | undefined, entry: Asked): SendResult | undefined {
  if (!facts || entry.action !== 'send') return undefined
  if (facts.idsBy === 'network' && entry.is_unconfirmed) return { status: 'uncertain' }
  // Its wording is approved, so it may go at any time.
  if (entry.template) return undefined
  const window = entry.is_persons ? facts.personsWindow : facts.answerWindow
  return isOver(window, entry) ? { status: 'rejected', reason: 'ERR_WINDOW_CLOSED' } : undefined
}

/** The usual time is over. */
export const isAfterWindow = ({ answerWindow }: ChannelFacts, entry: Pick<Asked, 'since_customer'>): boolean =>
  isOver(answerWindow, entry)

const isOver = (window: ChannelFacts['answerWindow'], { since_customer: seconds }: Pick<Asked, 'since_customer'>) =>
  window !== 'always' && (seconds === null || seconds * 1000 >= window)

import type { ChannelFacts, SendResult } from '@guiche/channel'
import { whyUnreached } from '#channels/reach'
import type { OutboxEntry } from './outbox.repository.ts'

type Asked = Pick<
  OutboxEntry,
  | 'action'
  | 'address'
  | 'is_unconfirmed'
  | 'begun_elsewhere'
  | 'was_sent_whole'
  | 'is_of_other_way'
  | 'is_persons'
  | 'since_customer'
  | 'template'
  | 'are_templates_stopped'
  | 'is_held_back'
>

/** What comes of an entry that the network must not be asked about. */
export function preventedBy(facts: ChannelFacts | undefined, entry: Asked): SendResult | undefined {
  if (!facts) return undefined
  const why = whyUnreached(facts, entry.address)
  if (why) return { status: 'rejected', reason: why }
  if (entry.action === 'send') return preventedSend(facts, entry)
  // The network cannot change what it does not know.
  return entry.is_of_other_way ? { status: 'rejected', reason: 'ERR_MESSAGE_OF_OTHER_WAY' } : undefined
}

/**
 * A message that may have been sent is not sent again where the network would not recognise it (R6), and none after the time in
 * which its author may answer, save for a template.
 */
function preventedSend(facts: ChannelFacts, entry: Asked): SendResult | undefined {
  if (entry.was_sent_whole === true) return { status: 'sent' }
  if (entry.was_sent_whole === false) return { status: 'rejected', reason: 'ERR_SENT_IN_PART' }
  if ((facts.idsBy === 'network' || entry.begun_elsewhere) && entry.is_unconfirmed) return { status: 'uncertain' }
  if (entry.are_templates_stopped) return { status: 'rejected', reason: 'ERR_PAYMENT_MISSING' }
  if (entry.is_held_back) return { status: 'rejected', reason: 'ERR_MARKETING_HELD_BACK' }
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

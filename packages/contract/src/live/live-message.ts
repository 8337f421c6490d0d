import type { TicketBrief } from './events.ts'
import type { MessageView } from '../messages/message-view.ts'

/**
 * Fields that most messages do not have are left out of events while they have these values, because each event goes to
 * every open browser.
 */
const leftOut = {
  clientId: null,
  remoteJid: null,
  participant: null,
  failure: null,
  mediaUrl: null,
  thumbnailUrl: null,
  mediaName: null,
  mediaSize: null,
  mediaWidth: null,
  mediaHeight: null,
  mediaSeconds: null,
  mediaWave: null,
  mediaPages: null,
  mediaState: null,
  user: null,
  signature: null,
  quotedMsgId: null,
  quotedMsg: null,
  isEdited: false,
  reactions: [],
} satisfies Partial<MessageView>
type LeftOut = keyof typeof leftOut

/** A new message as sent in an event; its ticket is sent beside it. */
export type LiveMessage = Omit<MessageView, LeftOut | 'ticket'> & Partial<Pick<MessageView, LeftOut>>

export function liveMessage({ ticket: _ticket, ...message }: MessageView): LiveMessage {
  const absent = (value: unknown) => value === null || value === false || (Array.isArray(value) && value.length === 0)
  const entries = Object.entries(message).filter(([key, value]) => !(key in leftOut && absent(value)))
  // Only those values of the keys above were removed.
  return Object.fromEntries(entries) as unknown as LiveMessage
}

/** Restores the message as a page of the conversation has it. */
export function wholeMessage(
  message: LiveMessage,
  { id, queueId, queue }: Pick<TicketBrief, 'id' | 'queueId' | 'queue'>,
): MessageView {
  return { ...leftOut, ...message, ticket: { id, queueId, queue } }
}

import type { TicketBrief } from './events.ts'
import type { MessageView } from '../messages/message-view.ts'

/** What most messages do not have is left out of their event: it goes to every browser that is open. */
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
  mediaState: null,
  user: null,
  quotedMsgId: null,
  quotedMsg: null,
} as const satisfies Partial<MessageView>
type LeftOut = keyof typeof leftOut

/** A new message on its way to the browsers; its ticket goes beside it. */
export type LiveMessage = Omit<MessageView, LeftOut | 'ticket'> & Partial<Pick<MessageView, LeftOut>>

export function liveMessage({ ticket: _ticket, ...message }: MessageView): LiveMessage {
  const absent = (key: string) => key in leftOut
  const entries = Object.entries(message).filter(([key, value]) => value !== null || !absent(key))
  // Only nulls of the keys above are gone: the rest is the view that it was.
  return Object.fromEntries(entries) as unknown as LiveMessage
}

/** The message as a page of the conversation has it. */
export function wholeMessage(
  message: LiveMessage,
  { id, queueId, queue }: Pick<TicketBrief, 'id' | 'queueId' | 'queue'>,
): MessageView {
  return { ...leftOut, ...message, ticket: { id, queueId, queue } }
}

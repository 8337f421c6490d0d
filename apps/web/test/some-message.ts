import type { MessageView } from '@guiche/contract'

const moment = '2026-11-21T10:00:00.000Z'

/** A message for tests; unset fields are those of a typical customer's message. */
export function someMessage(given: Partial<MessageView> & { id: number }): MessageView {
  return {
    companyId: 1,
    ticketId: 5,
    contactId: 3,
    queueId: null,
    wid: `w${given.id}`,
    clientId: null,
    remoteJid: null,
    participant: null,
    dataJson: '{}',
    body: 'Oi',
    signature: null,
    fromMe: false,
    read: true,
    ack: 1,
    failure: null,
    mediaType: 'conversation',
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
    isPrivate: false,
    isDeleted: false,
    isEdited: false,
    isForwarded: false,
    origin: given.fromMe ? 'user' : 'channel',
    user: given.fromMe ? { id: 7, name: 'Camila' } : null,
    contact: null,
    quotedMsgId: null,
    quotedMsg: null,
    reactions: [],
    ticket: null,
    createdAt: moment,
    updatedAt: moment,
    ...given,
  }
}

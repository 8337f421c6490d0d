import type { ChannelFacts } from '@guiche/channel'
import { limits } from '@guiche/contract'

/** WhatsApp by a paired phone. */
export const whatsAppWeb: ChannelFacts = {
  name: 'whatsapp',
  shownAs: 'whatsapp',
  provider: 'beta',
  reachedBy: ['phone', 'lid', 'group'],
  alsoKnownBy: [],
  linkedBy: 'phone',
  hasVisitors: false,
  mayStartConversation: true,
  answerWindow: 'always',
  personsWindow: 'always',
  idsBy: 'us',
  templates: false,
  choices: null,
  edits: limits.editWindow,
  deletions: 'always',
  reactions: true,
  presence: true,
  pictures: true,
  readTicks: true,
  groups: true,
  textLimit: limits.messageText,
  checksNumbers: true,
  sendsHistory: 'whenLinked',
  idPrefix: null,
  otherIdIn: null,
}

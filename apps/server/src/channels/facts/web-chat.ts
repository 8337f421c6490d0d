import type { ChannelFacts } from '@guiche/channel'
import { limits } from '@guiche/contract'

/** The web chat, which is our own network. */
export const webChat: ChannelFacts = {
  name: 'webchat',
  shownAs: 'webchat',
  reachedBy: ['visitor'],
  alsoKnownBy: ['email'],
  linkedBy: 'nothing',
  hasVisitors: true,
  mayStartConversation: false,
  answerWindow: 'always',
  personsWindow: 'always',
  idsBy: 'us',
  templates: false,
  choices: { buttons: 50, list: 0, titleLength: 200 },
  edits: limits.editWindow,
  deletions: 'always',
  reactions: true,
  presence: true,
  readTicks: true,
  groups: false,
  textLimit: limits.messageText,
  checksNumbers: false,
  sendsHistory: false,
}

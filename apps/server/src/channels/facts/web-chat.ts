import type { ChannelFacts } from '@guiche/channel'
import { limits } from '@guiche/contract'

/** The web chat, which is our own network. */
export const webChat: ChannelFacts = {
  name: 'webchat',
  shownAs: 'webchat',
  provider: 'beta',
  reachedBy: ['visitor'],
  alsoKnownBy: ['email'],
  linkedBy: 'nothing',
  hasVisitors: true,
  mayStartConversation: false,
  answerWindow: 'always',
  personsWindow: 'always',
  idsBy: 'us',
  templates: false,
  // Its windows make buttons of the numbered lines.
  choices: null,
  edits: limits.editWindow,
  deletions: 'always',
  reactions: true,
  presence: true,
  pictures: false,
  readTicks: true,
  groups: false,
  textLimit: limits.messageText,
  checksNumbers: false,
  sendsHistory: 'never',
  idPrefix: null,
  otherIdIn: null,
}

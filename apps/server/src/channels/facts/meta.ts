import type { ChannelFacts } from '@guiche/channel'
import { otherIdIn } from '@guiche/meta'

const day = 24 * 60 * 60_000

/** Facts that are the same for all channels of Meta's API. */
const common = {
  alsoKnownBy: [],
  linkedBy: 'account',
  hasVisitors: false,
  answerWindow: day,
  personsWindow: day,
  idsBy: 'network',
  edits: 'never',
  deletions: 'never',
  presence: false,
  readTicks: true,
  groups: false,
  checksNumbers: false,
} as const

/** Pages and accounts are reached in one way, and tell nothing of the past. */
const pages = { ...common, sendsHistory: 'never', idPrefix: null, otherIdIn: null } as const

/** Quick replies. There are no lists. */
const quickReplies = (textLength: number) => ({ buttons: { most: 13, titleLength: 20, textLength }, list: null })

/** WhatsApp by Meta's API. Only a template can start a conversation. */
export const whatsAppCloud: ChannelFacts = {
  ...common,
  name: 'whatsapp_cloud',
  shownAs: 'whatsapp',
  provider: 'official',
  reachedBy: ['phone', 'business_user'],
  mayStartConversation: true,
  templates: true,
  pictures: false,
  choices: {
    buttons: { most: 3, titleLength: 20, textLength: 1024 },
    list: { most: 10, titleLength: 24, textLength: 4096 },
  },
  reactions: true,
  textLimit: 4096,
  // If the app on a phone has the number too.
  sendsHistory: 'once',
  idPrefix: 'wamid.',
  otherIdIn,
}

export const facebook: ChannelFacts = {
  ...pages,
  name: 'facebook',
  shownAs: 'facebook',
  provider: 'beta',
  reachedBy: ['messenger'],
  personsWindow: 7 * day,
  mayStartConversation: false,
  templates: false,
  pictures: true,
  choices: quickReplies(2000),
  reactions: false,
  textLimit: 2000,
}

export const instagram: ChannelFacts = {
  ...pages,
  name: 'instagram',
  shownAs: 'instagram',
  provider: 'beta',
  reachedBy: ['instagram'],
  personsWindow: 7 * day,
  mayStartConversation: false,
  templates: false,
  pictures: true,
  choices: quickReplies(1000),
  reactions: true,
  textLimit: 1000,
}

import { ConnectionBody, WebChatSettings } from '@guiche/contract'
import type { StoredChannel } from '@guiche/channel'
import { z } from 'zod'
import { factsOf } from '#channels/facts'

/** Reads stored texts without the limits of the contract, which may have become stricter since. */
const text = z.string().default('')

/** Texts and limits that are only read with the row of the connection, stored as one document. Has the defaults. */
const ofEveryChannel = ConnectionBody.pick({
  maxUseBotQueues: true,
  maxUseBotQueuesNPS: true,
  timeUseBotQueues: true,
  whenExpiresTicket: true,
}).extend({
  greetingMessage: text,
  farewellMessage: text,
  complationMessage: text,
  outOfHoursMessage: text,
  ratingMessage: text,
  ratingCommentMessage: text,
  expiresInactiveMessage: text,
  inactiveMessage: text,
})

const withVisitors = ofEveryChannel.extend({
  webChat: WebChatSettings.nullish().transform((look) => look ?? WebChatSettings.parse({})),
})
const withoutVisitors = ofEveryChannel.transform((settings) => ({ ...settings, webChat: null }))

export type ConnectionSettings = z.output<typeof withVisitors> | z.output<typeof withoutVisitors>

/**
 * The schema of a channel's settings. Repositories read rows by it (`readConnectionSettings`), so others get typed
 * settings.
 */
const schemaOf = (channel: StoredChannel) => (factsOf(channel).hasVisitors ? withVisitors : withoutVisitors)

/** Reads the settings of a stored row. */
export const readConnectionSettings = (channel: StoredChannel, stored: unknown): ConnectionSettings =>
  schemaOf(channel).parse(stored)

/** The settings after a change. Fields that are not settings are dropped. */
export function changeSettings(
  channel: StoredChannel,
  before: Partial<ConnectionSettings>,
  sent: Record<string, unknown>,
): ConnectionSettings {
  const given = Object.entries(sent).filter(([, value]) => value !== undefined)
  return readConnectionSettings(channel, { ...before, ...Object.fromEntries(given) })
}

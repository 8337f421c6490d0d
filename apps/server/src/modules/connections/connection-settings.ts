import { ConnectionBody } from '@guiche/contract'
import { z } from 'zod'

/** What was once accepted is read as it is, however short the contract wants it now. */
const text = z.string().default('')

/** Texts and limits of a connection that are only read with its row: one document, with what holds where nothing was set. */
export const ConnectionSettings = ConnectionBody.pick({
  maxUseBotQueues: true,
  maxUseBotQueuesNPS: true,
  timeUseBotQueues: true,
  whenExpiresTicket: true,
  webChat: true,
}).extend({
  greetingMessage: text,
  farewellMessage: text,
  complationMessage: text,
  outOfHoursMessage: text,
  ratingMessage: text,
  expiresInactiveMessage: text,
  inactiveMessage: text,
})
export type ConnectionSettings = z.output<typeof ConnectionSettings>

import { ConnectionBody } from '@guiche/contract'
import type { z } from 'zod'

/** Texts and limits of a connection that are only read with its row: one document, with what holds where nothing was set. */
export const ConnectionSettings = ConnectionBody.pick({
  greetingMessage: true,
  farewellMessage: true,
  complationMessage: true,
  outOfHoursMessage: true,
  ratingMessage: true,
  maxUseBotQueues: true,
  maxUseBotQueuesNPS: true,
  timeUseBotQueues: true,
  whenExpiresTicket: true,
  expiresInactiveMessage: true,
  inactiveMessage: true,
  webChat: true,
})
export type ConnectionSettings = z.output<typeof ConnectionSettings>

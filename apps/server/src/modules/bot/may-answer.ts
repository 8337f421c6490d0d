import type { CompanySettings } from '@guiche/contract'
import type { BotConfiguration, Services } from './decide/turn.ts'
import { type Heard, mediaOf } from './heard.ts'

/** Whether any rule can concern a message, by what is known without a query. Most messages are for people. */
export function mayConcernBot({ status, isEcho, isCall, isMissed }: Heard, settings: CompanySettings): boolean {
  switch (status) {
    case 'nps':
      return !isEcho
    case 'lgpd':
      return true
    case 'pending':
      return !isEcho && !isCall && !isMissed
    case 'open':
      return (
        settings.sendMessageOutExpedientTicketOpen === 'enabled' &&
        settings.scheduleType !== 'disabled' &&
        !(isEcho || isCall || isMissed)
      )
    case 'group':
    case 'closed':
      return false
  }
}

const hasServices = ({ integrationId, promptId }: Services) => integrationId !== null || promptId !== null

/** The same with the configuration: many companies have no bot. */
export function mayBeAnswered(message: Heard, { company, connection, queues }: BotConfiguration): boolean {
  const { settings } = company
  const media = mediaOf(message)
  return (
    message.status === 'nps' ||
    message.status === 'lgpd' ||
    message.hasService ||
    media === 'audio' ||
    media === 'video' ||
    connection.queueIds.length > 1 ||
    (connection.queueIds.length === 1 && !message.hasQueue) ||
    hasServices(connection) ||
    queues.some(
      (queue) => hasServices(queue) || queue.options.length > 0 || queue.fileListId !== null || queue.closesTicket,
    ) ||
    settings.scheduleType !== 'disabled' ||
    settings.sendQueuePosition === 'enabled' ||
    (settings.enableLGPD === 'enabled' && settings.lgpdMessage.trim() !== '') ||
    (settings.sendGreetingMessageOneQueues === 'enabled' && connection.settings.greetingMessage.trim().length > 1)
  )
}

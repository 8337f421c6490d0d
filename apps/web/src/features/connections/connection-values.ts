import { ConnectionBody, type ConnectionView, type ScheduleEntry, WebChatSettings } from '@guiche/contract'
import { type ImportValues, checkImport, importBodyOf, importValuesOf } from './import-values.ts'
import { sevenDays } from '../../ui/fields/service-hours.ts'
import { rulesOf } from '../../lib/form-rules.ts'

export type ConnectionValues = {
  name: string
  isDefault: boolean
  queueIds: string[]
  greetingMessage: string
  outOfHoursMessage: string
  complationMessage: string
  ratingMessage: string
  ratingCommentMessage: string
  maxUseBotQueues: number | string
  timeUseBotQueues: number | string
  timeInactiveMessage: number | string
  inactiveMessage: string
  expiresTicket: number | string
  whenExpiresTicket: '0' | '1'
  expiresInactiveMessage: string
  maxUseBotQueuesNPS: number | string
  expiresTicketNPS: number | string
  timeCreateNewTicket: number | string
  sendIdQueue: string
  timeSendQueue: string
  promptId: string | null
  integrationId: string | null
  allowGroup: boolean
  groupAsTicket: boolean
  /** The stored token is shown masked, and sent back only if it was changed. */
  wavoip: string
  schedules: ScheduleEntry[]
  webChat: WebChatSettings
} & ImportValues

export function valuesOf(connection: ConnectionView | undefined, isFirst: boolean): ConnectionValues {
  return {
    name: connection?.name ?? '',
    isDefault: connection?.isDefault ?? isFirst,
    queueIds: connection?.queues.map(({ id }) => String(id)) ?? [],
    greetingMessage: connection?.greetingMessage ?? '',
    outOfHoursMessage: connection?.outOfHoursMessage ?? '',
    complationMessage: connection?.complationMessage ?? '',
    ratingMessage: connection?.ratingMessage ?? '',
    ratingCommentMessage: connection?.ratingCommentMessage ?? '',
    maxUseBotQueues: connection?.maxUseBotQueues ?? 3,
    timeUseBotQueues: connection?.timeUseBotQueues ?? 0,
    timeInactiveMessage: connection?.timeInactiveMessage ?? 0,
    inactiveMessage: connection?.inactiveMessage ?? '',
    expiresTicket: connection?.expiresTicket ?? 0,
    whenExpiresTicket: connection?.whenExpiresTicket === '1' ? '1' : '0',
    expiresInactiveMessage: connection?.expiresInactiveMessage ?? '',
    maxUseBotQueuesNPS: connection?.maxUseBotQueuesNPS ?? 3,
    expiresTicketNPS: connection?.expiresTicketNPS ?? 0,
    timeCreateNewTicket: connection?.timeCreateNewTicket ?? 0,
    sendIdQueue: connection?.sendIdQueue ? String(connection.sendIdQueue) : '',
    timeSendQueue: String(connection?.timeSendQueue ?? 0),
    promptId: connection?.promptId ? String(connection.promptId) : null,
    integrationId: connection?.integrationId ? String(connection.integrationId) : null,
    allowGroup: connection?.allowGroup ?? false,
    groupAsTicket: connection?.groupAsTicket === 'enabled',
    wavoip: connection?.wavoip ?? '',
    schedules: sevenDays(connection?.schedules),
    webChat: connection?.webChat ?? WebChatSettings.parse({}),
    ...importValuesOf(connection),
  }
}

export const bodyOf = ({
  wantsImport,
  importSince,
  importUntil,
  importGroups,
  importCloses,
  ...values
}: ConnectionValues) => ({
  ...settingsOf(values),
  ...importBodyOf({ wantsImport, importSince, importUntil, importGroups, importCloses }),
})

const settingsOf = ({
  queueIds,
  timeSendQueue,
  groupAsTicket,
  ...rest
}: Omit<ConnectionValues, keyof ImportValues>) => ({
  ...rest,
  groupAsTicket: groupAsTicket ? ('enabled' as const) : ('disabled' as const),
  queueIds: queueIds.map(Number),
  timeSendQueue: Number(timeSendQueue),
  timeCreateNewTicket: Number(rest.timeCreateNewTicket),
  maxUseBotQueues: Number(rest.maxUseBotQueues),
  timeUseBotQueues: Number(rest.timeUseBotQueues),
  timeInactiveMessage: Number(rest.timeInactiveMessage),
  expiresTicket: Number(rest.expiresTicket),
  maxUseBotQueuesNPS: Number(rest.maxUseBotQueuesNPS),
  expiresTicketNPS: Number(rest.expiresTicketNPS),
})

/** Minutes after which a waiting ticket without a queue is sent to one (docs/requirements/back-office.md, section 9). */
export const redirectTimes = [0, 5, 10, 15, 20, 25, 30, 60]

/** Minutes without activity after which tickets are closed, unless somebody sets another time (section 9). */
export const usualClosing = 24 * 60

const needsGreeting = ({ queueIds, greetingMessage }: ConnectionValues) =>
  queueIds.length > 1 && greetingMessage.trim() === ''

/** The fields with rules, by the tab that has them. */
const fieldsOf = {
  general: ConnectionBody.pick({ name: true, wavoip: true, timeCreateNewTicket: true }),
  messages: ConnectionBody.pick({ greetingMessage: true, outOfHoursMessage: true, complationMessage: true }),
  chatbot: ConnectionBody.pick({
    maxUseBotQueues: true,
    timeUseBotQueues: true,
    timeInactiveMessage: true,
    inactiveMessage: true,
    expiresTicket: true,
    expiresInactiveMessage: true,
  }),
  rating: ConnectionBody.pick({
    ratingMessage: true,
    ratingCommentMessage: true,
    maxUseBotQueuesNPS: true,
    expiresTicketNPS: true,
  }),
  look: ConnectionBody.pick({ webChat: true }),
}

const check = rulesOf(
  fieldsOf.general.extend({
    ...fieldsOf.messages.shape,
    ...fieldsOf.chatbot.shape,
    ...fieldsOf.rating.shape,
    ...fieldsOf.look.shape,
  }),
)

/** The tab with a field; one without rules is general. */
export function tabOf(field: string): keyof typeof fieldsOf {
  const [name = ''] = field.split('.')
  const tabs = ['messages', 'chatbot', 'rating', 'look'] as const
  return tabs.find((tab) => name in fieldsOf[tab].shape) ?? 'general'
}

/** Error texts for rules that are not in the contract's schema. */
export interface ConnectionTexts {
  greetingMissing: string
  importSinceWrong: string
  importUntilWrong: string
}

/** Customers of a connection with several queues have to choose one, so the greeting is required: it asks them. */
export function checkConnection(values: ConnectionValues, texts: ConnectionTexts): Record<string, string> {
  return {
    ...check({ ...values }),
    ...(needsGreeting(values) && { greetingMessage: texts.greetingMissing }),
    ...checkImport(values, { since: texts.importSinceWrong, until: texts.importUntilWrong }),
  }
}

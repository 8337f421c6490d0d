import { isWithinHours, schedulesOf } from '#modules/settings'
import { type Texts, textsIn } from '#texts'
import type { BotConfiguration, BotFileList, BotQueue, BotState, Turn } from './turn.ts'

type Configured = Pick<Turn, 'configuration'>

export const settingsOf = ({ configuration }: Configured) => configuration.company.settings
export const textsOf = ({ configuration }: Configured): Texts['bot'] => textsIn(configuration.company.language).bot

export const findQueue = ({ queues }: BotConfiguration, id: number | null): BotQueue | undefined =>
  queues.find((queue) => queue.id === id)

export const findFiles = ({ fileLists }: BotConfiguration, id: number | null): BotFileList | undefined =>
  fileLists.find((list) => list.id === id)

/** The queue of the ticket. */
export const queueOf = ({ state, configuration }: Turn): BotQueue | undefined => findQueue(configuration, state.queueId)

/** The queues that the customer can choose from. */
export const offeredQueues = ({ configuration }: Configured): BotQueue[] =>
  configuration.connection.queueIds.flatMap((id) => findQueue(configuration, id) ?? [])

export const hasQueueChoice = (turn: Configured): boolean => offeredQueues(turn).length > 1

/** A single option is no choice, unless the customer has chosen the queue that has it. */
export const hasMenu = (turn: Configured, { options }: BotQueue): boolean =>
  options.length > (hasQueueChoice(turn) ? 0 : 1)

/** The bot talks only to customers who wait, and for nobody in particular. */
export const isWithBot = ({ status, userId, memory }: BotState): boolean =>
  status === 'pending' && userId === null && memory.place !== 'done'

/** Undefined: the hours are those of a queue, and none is given. */
export function isOpen({ configuration, clock }: Turn, queue: BotQueue | undefined): boolean | undefined {
  const { company, connection } = configuration
  const { scheduleType } = company.settings
  if (scheduleType === 'queue' && !queue) return undefined
  const schedules = schedulesOf(scheduleType, {
    company: company.hours,
    connection: connection.hours,
    queue: queue?.hours,
  })
  return isWithinHours(schedules, { at: clock.now, timeZone: company.timeZone, holidays: company.holidays })
}

import { logged } from './decisions.ts'
import { offeredQueues, queueOf } from './lookups.ts'
import type { BotService, Decision, Services, Turn } from './turn.ts'

/**
 * The service that answers all customers of a connection: its integration; or its prompt, until they have a queue that
 * somebody chose (docs/requirements/service.md, section 9).
 */
export function connectionService(turn: Turn): Decision | undefined {
  const { connection } = turn.configuration
  const service = serviceIn({
    integrationId: connection.integrationId,
    promptId: mayHavePrompt(turn) ? connection.promptId : null,
  })
  return service && isWithServices(turn) ? ask(turn, service) : undefined
}

/** The service of a ticket, or that of the queue that it has begun in. */
export function ticketService(turn: Turn): Decision | undefined {
  const { queueId, memory } = turn.state
  if (queueId === null || !isWithServices(turn)) return undefined
  const service = serviceIn(memory.useIntegration ? memory : (isNew(turn) && queueOf(turn)) || nobody)
  return service && ask(turn, service)
}

/** What comes with the choice of a queue or an option that has a service. */
export function enterService(turn: Turn, services: Services): Decision | undefined {
  const service = serviceIn(services)
  return service && ask(turn, service, { isEntry: true })
}

const nobody: Services = { integrationId: null, promptId: null }

/** Whoever enters a queue without a service talks to the one of an earlier queue no more. */
export const withoutService = { ...nobody, useIntegration: false } as const

/** An integration comes before a prompt. */
function serviceIn({ integrationId, promptId }: Services): BotService | undefined {
  if (integrationId !== null) return { kind: 'integration', id: integrationId }
  return promptId === null ? undefined : { kind: 'prompt', id: promptId }
}

/** People have not got the ticket, and have not switched the service off. */
const isWithServices = ({ state: { status, userId, contact, memory } }: Turn): boolean =>
  status === 'pending' &&
  userId === null &&
  !contact.isBotDisabled &&
  (memory.useIntegration || memory.place !== 'done')

/** A ticket begins in the only queue of its connection. */
function mayHavePrompt(turn: Turn): boolean {
  const { queueId, isGroup, isImported } = turn.state
  const [only, another] = offeredQueues(turn)
  return !isGroup && !isImported && (queueId === null || (queueId === only?.id && !another))
}

const isNew = ({ state: { memory } }: Turn): boolean => memory.place === null && !memory.useIntegration

function ask(turn: Turn, service: BotService, { isEntry = false } = {}): Decision {
  const { memory } = turn.state
  const services: Services = {
    integrationId: service.kind === 'integration' ? service.id : null,
    promptId: service.kind === 'prompt' ? service.id : null,
  }
  const goesOn =
    memory.useIntegration && memory.integrationId === services.integrationId && memory.promptId === services.promptId
  return {
    effects: [
      ...(goesOn ? [] : [logged('chatBot', turn.event, { rule: service.kind, reason: 'toService' })]),
      { kind: 'ask', service, messageId: turn.event.id, isEntry },
    ],
    // Menus do not come back: after the service a person answers.
    memory: {
      ...services,
      useIntegration: true,
      isBot: true,
      place: 'done',
      isOutOfHour: false,
      amountUsedBotQueues: 0,
      silence: null,
      saidAt: turn.clock.now.toISOString(),
    },
  }
}

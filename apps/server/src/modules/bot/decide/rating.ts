import { textsIn } from '#texts'
import { say } from './decisions.ts'
import { bestOf, ratingIn } from './rating-in.ts'
import type { Decision, Turn } from './turn.ts'

/**
 * A rating closes its ticket. After anything else the customer is asked again, or the ticket waits in its queue: what they
 * have written must be read by a person (docs/requirements/service.md, section 8).
 */
export function rating(turn: Turn): Decision | undefined {
  const { state, event, configuration } = turn
  if (state.status !== 'nps') return undefined
  if (event.isEcho) return { effects: [] }
  const { ratingMessage } = configuration.connection.settings
  const given = event.isCall || state.rating?.isTalkedTo ? undefined : ratingOf(turn)
  if (given !== undefined) {
    const kept = { kind: 'keepRating', rating: given, best: bestOf(given, ratingMessage) } as const
    // Nobody expects a farewell long after they have written.
    return { effects: [kept, { kind: 'close', farewell: !event.isMissed }] }
  }
  return mayAskAgain(turn)
    ? askAgain(turn)
    : { effects: [{ kind: 'wait' }], memory: { isBot: false, place: 'done', amountUsedBotQueuesNPS: 0 } }
}

/** A number below a picture is no rating. */
const ratingOf = ({ event: { text, media } }: Turn) => (media === 'none' ? ratingIn(text) : undefined)

function mayAskAgain({ state: { rating: awaited, memory }, event, configuration }: Turn): boolean {
  const { ratingMessage, maxUseBotQueuesNPS } = configuration.connection.settings
  if (event.isCall || event.isMissed || awaited?.isTalkedTo || awaited?.isOverdue) return false
  return ratingMessage.trim() !== '' && memory.amountUsedBotQueuesNPS < maxUseBotQueuesNPS
}

function askAgain({ state: { memory }, configuration: { company, connection } }: Turn): Decision {
  return {
    effects: [...say(textsIn(company.language).noRating), ...say(connection.settings.ratingMessage)],
    memory: { amountUsedBotQueuesNPS: memory.amountUsedBotQueuesNPS + 1 },
  }
}

import { textsIn } from '#texts'
import { say } from './decisions.ts'
import { bestOf, ratingIn } from './rating-in.ts'
import type { Decision, Turn } from './turn.ts'

/**
 * A rating closes its ticket, at once or with the comment that the customer is asked for. After anything else the customer is asked again, or the ticket waits in its queue: what they
 * have written must be read by a person (docs/requirements/service.md, section 8).
 */
export function rating(turn: Turn): Decision | undefined {
  const { state, event, configuration } = turn
  if (state.status !== 'nps') return undefined
  if (event.isEcho) return { effects: [] }
  if (state.rating?.isGiven) return comment(turn)
  const { ratingMessage, ratingCommentMessage } = configuration.connection.settings
  const given = event.isCall || state.rating?.isTalkedTo ? undefined : ratingOf(turn)
  if (given !== undefined) {
    const kept = { kind: 'keepRating', rating: given, best: bestOf(given, ratingMessage) } as const
    // Nobody expects a question or a farewell long after they have written.
    const question = event.isMissed ? [] : say(ratingCommentMessage)
    if (question.length > 0) return { effects: [kept, ...question] }
    return { effects: [kept, { kind: 'close', farewell: !event.isMissed }] }
  }
  return mayAskAgain(turn) ? askAgain(turn) : leftToPeople
}

/** Why they gave this rating, in one message. A person reads what is no answer to that. */
function comment({ state, event }: Turn): Decision {
  const text = event.text.trim()
  const isComment = text !== '' && event.media === 'none' && !event.isCall && !state.rating?.isTalkedTo
  if (!isComment) return leftToPeople
  return {
    effects: [
      { kind: 'keepComment', comment: text },
      { kind: 'close', farewell: !event.isMissed },
    ],
  }
}

const leftToPeople: Decision = {
  effects: [{ kind: 'wait' }],
  memory: { isBot: false, place: 'done', amountUsedBotQueuesNPS: 0 },
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

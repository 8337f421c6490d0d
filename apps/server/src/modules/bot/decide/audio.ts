import { logged, reasonToWait, say, stayQuiet, stayUnanswered } from './decisions.ts'
import { settingsOf, textsOf } from './lookups.ts'
import type { Decision, Turn } from './turn.ts'

/** Companies and contacts may not take recordings and videos; they are stored all the same (docs/requirements/service.md, section 16). */
export function audio(turn: Turn): Decision | undefined {
  const { state, event } = turn
  if (state.status !== 'pending' || (event.media !== 'audio' && event.media !== 'video')) return undefined
  if (state.contact.acceptsAudio && settingsOf(turn).acceptAudioMessageContact === 'enabled') return undefined
  const said = state.memory.amountUsedBotQueues
  const reason = reasonToWait(turn, said)
  // Each recording is refused, also within the time in which no menu is repeated.
  if (reason === 'retriesLimit') return stayUnanswered(turn, 'audio', reason)
  if (reason === 'sameSecond') return stayQuiet(turn, 'audio', reason)
  return {
    effects: [
      ...say(textsOf(turn).audioRefused, event.id === undefined ? {} : { quotes: event.id }),
      logged('chatBot', event, { rule: 'audio', reason: 'refused' }),
    ],
    memory: { amountUsedBotQueues: said + 1 },
  }
}

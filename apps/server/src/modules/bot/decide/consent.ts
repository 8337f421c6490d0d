import { choiceIds, chosenAmong } from './answer.ts'
import { logged, reasonToWait, say, stayQuiet, stayUnanswered } from './decisions.ts'
import { settingsOf, textsOf } from './lookups.ts'
import { menuOf, paragraphs } from './menu-texts.ts'
import type { Decision, Turn } from './turn.ts'

/** Customers are told what happens to their data, and asked for their consent (docs/requirements/service.md, section 12). */
export function consent(turn: Turn): Decision | undefined {
  if (turn.state.status === 'lgpd')
    return isWanted(turn) ? readAnswer(turn) : { effects: [{ kind: 'wait' }], goesOn: true }
  return isAsked(turn) ? ask(turn) : undefined
}

function isWanted(turn: Turn): boolean {
  const { enableLGPD, lgpdMessage } = settingsOf(turn)
  return enableLGPD === 'enabled' && lgpdMessage.trim() !== ''
}

/** Before anything else was said in the ticket. */
function isAsked(turn: Turn): boolean {
  const { status, userId, isGroup, isImported, contact, memory } = turn.state
  if (status !== 'pending' || userId !== null || isGroup || isImported || !isWanted(turn)) return false
  if (memory.place !== null || memory.isGreeted || memory.lgpdAcceptedAt !== null) return false
  return !contact.hasConsented || settingsOf(turn).lgpdConsent === 'enabled'
}

function ask(turn: Turn): Decision {
  const { lgpdMessage, lgpdLink } = settingsOf(turn)
  return {
    effects: [
      { kind: 'awaitConsent' },
      ...say(lgpdMessage),
      ...say(lgpdLink),
      ...say(numbered(turn), { menu: menuOf(turn, question(turn), answers(turn)) }),
      logged('lgpd', turn.event, { rule: 'consent' }),
    ],
    memory: { isBot: true, amountUsedBotQueues: 1, lgpdSendMessageAt: turn.clock.now.toISOString() },
  }
}

const question = (turn: Turn): string => textsOf(turn).consent.question

function answers(turn: Turn) {
  const { yes, no } = textsOf(turn).consent
  return [
    { id: choiceIds.yes, title: yes },
    { id: choiceIds.no, title: no },
  ]
}

function numbered(turn: Turn): string {
  const lines = answers(turn).map(({ title }, nth) => `*[${nth + 1}]* ${title}`)
  return paragraphs(question(turn), lines.join('\n'))
}

function readAnswer(turn: Turn): Decision {
  const options = answers(turn).map(({ id, title }) => ({ id, name: title }))
  const chosen = chosenAmong(turn.event, options, ({ id }) => id)
  if (!chosen) return askAgain(turn)
  return chosen.id === choiceIds.yes ? accept(turn) : refuse(turn)
}

const accept = ({ event, clock }: Turn): Decision => ({
  effects: [
    { kind: 'acceptConsent' },
    logged('lgpd', event, { rule: 'consent', reason: 'accepted' }),
    { kind: 'wait' },
  ],
  memory: { isBot: false, amountUsedBotQueues: 0, silence: null, lgpdAcceptedAt: clock.now.toISOString() },
  goesOn: true,
})

const refuse = ({ event }: Turn): Decision => ({
  effects: [logged('lgpd', event, { rule: 'consent', reason: 'refused' }), { kind: 'close', farewell: true }],
})

function askAgain(turn: Turn): Decision {
  const said = turn.state.memory.amountUsedBotQueues
  const reason = reasonToWait(turn, said)
  if (reason === 'retriesLimit') {
    const { effects, memory } = stayQuiet(turn, 'consent', reason, { isBot: false, place: 'done' })
    return { effects: [...effects, { kind: 'wait' }], memory: { ...memory } }
  }
  if (reason) return stayUnanswered(turn, 'consent', reason)
  const invalid = textsOf(turn).invalidOption
  return {
    effects: [
      ...say(paragraphs(invalid, numbered(turn)), {
        menu: menuOf(turn, paragraphs(invalid, question(turn)), answers(turn)),
      }),
      logged('lgpd', turn.event, { rule: 'consent', reason: 'invalid' }),
    ],
    memory: { isBot: true, amountUsedBotQueues: said + 1, lgpdSendMessageAt: turn.clock.now.toISOString() },
  }
}

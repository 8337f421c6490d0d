import fc from 'fast-check'
import { expect } from 'vitest'
import { offeredQueues } from '../../src/modules/bot/decide/lookups.ts'
import type { BotConfiguration, BotEffect, BotOption } from '../../src/modules/bot/decide/turn.ts'
import { aConfiguration, aQueue, aState, aTalk, saidIn } from '../bot.ts'

const onOff = fc.constantFrom('enabled' as const, 'disabled' as const)
const maybeId = fc.constantFrom(null, 1, 2, 3, 99)
const rarely = fc.constantFrom(null, null, null, null, 7)

const options = (depth: number): fc.Arbitrary<BotOption[]> =>
  depth === 0 ? fc.constant([]) : fc.array(option(depth - 1), { maxLength: 3 })

const option = (depth: number): fc.Arbitrary<BotOption> =>
  fc.record({
    id: fc.integer({ min: 1, max: 1_000_000 }),
    name: fc.string({ minLength: 4, maxLength: 8 }),
    message: fc.constantFrom('', 'Sobre isso', '{{name}} {{x'),
    kind: fc.constantFrom('text', 'attendent', 'queue', 'integration', 'file'),
    queueId: maybeId,
    userId: maybeId,
    fileListId: maybeId,
    integrationId: maybeId,
    closesTicket: fc.boolean(),
    options: options(depth),
  })

const hours = fc.constantFrom(
  [],
  [{ weekday: '', weekdayEn: 'monday' as const, startTimeA: '', endTimeA: '', startTimeB: '', endTimeB: '' }],
)

const queue = (id: number) =>
  fc
    .record({
      greeting: fc.constantFrom('', 'Bem-vindo'),
      outOfHoursMessage: fc.constantFrom('', 'Fechado'),
      hours,
      closesTicket: fc.boolean(),
      rotates: fc.boolean(),
      fileListId: maybeId,
      integrationId: rarely,
      promptId: rarely,
      options: options(3),
      memberIds: fc.constantFrom([], [1], [1, 2, 3]),
    })
    .map((more) => aQueue(id, `Fila ${id}`, more))

const configuration = fc
  .record({
    settings: fc.record({
      scheduleType: fc.constantFrom('disabled' as const, 'queue' as const, 'company' as const, 'connection' as const),
      userRandom: onOff,
      sendGreetingMessageOneQueues: onOff,
      sendQueuePosition: onOff,
      acceptAudioMessageContact: onOff,
      enableLGPD: onOff,
      lgpdConsent: onOff,
      lgpdMessage: fc.constantFrom('', 'Seus dados'),
      lgpdLink: fc.constantFrom('', 'https://x.test'),
      sendMessageOutExpedientTicketOpen: onOff,
    }),
    connection: fc.record({
      greetingMessage: fc.constantFrom('', '.', 'Olá!'),
      outOfHoursMessage: fc.constantFrom('', 'Estamos fechados.'),
      maxUseBotQueues: fc.constantFrom(0, 1, 3),
      timeUseBotQueues: fc.constantFrom(0, 5),
    }),
    services: fc.record({ integrationId: rarely, promptId: rarely }),
    queues: fc.tuple(queue(1), queue(2), queue(3)),
    offered: fc.subarray([1, 2, 3, 99]),
    userIds: fc.subarray([1, 2, 3]),
    hours,
    fileLists: fc.constantFrom([], [{ id: 1, message: 'Arquivos', files: [{ fileId: 7, name: 'Tabela' }] }]),
  })
  .map((setup) => aConfiguration(setup))

const start = fc
  .record({
    queueId: maybeId,
    userId: fc.constantFrom(null, null, null, 2),
    isImported: fc.boolean(),
    contact: fc.record({ isBotDisabled: fc.boolean(), acceptsAudio: fc.boolean(), hasConsented: fc.boolean() }),
  })
  .map((state) => aState(state))

const message = fc.record({
  text: fc.oneof(
    fc.constantFrom('1', '2', '3', '4', '0', '#', 'sair', 'SAIR', 'Oi', '', '1️⃣', '99999999999'),
    fc.string({ maxLength: 20, unit: 'grapheme' }),
  ),
  media: fc.constantFrom('none' as const, 'none' as const, 'none' as const, 'audio' as const, 'other' as const),
  after: fc.constantFrom(100, 10_000, 400_000, 86_400_000),
  isMissed: fc.constantFrom(false, false, false, false, true),
  isCall: fc.constantFrom(false, false, false, false, true),
  isEcho: fc.constantFrom(false, false, false, false, false, true),
})

const isMenu = (text: string) => /\[ Sair \]/.test(text)
/** Its only queue closes the tickets that it has greeted. */
const onlyInforms = (configuration: BotConfiguration) => {
  const [queue, ...others] = offeredQueues({ configuration })
  return queue?.closesTicket === true && others.length === 0
}
const hasReason = (effects: BotEffect[]) => effects.some(({ kind }) => kind === 'log')

/** In random talks there is one menu at most, a reason for silence, and a way to a person. Returns how many it tried. */
export function tryTalks(numRuns: number): number {
  const anyTalk = fc.property(
    configuration,
    start,
    fc.array(message, { minLength: 1, maxLength: 25 }),
    configuration,
    (first, state, messages, second) => {
      const talk = aTalk(first, state)
      for (const [nth, { text, ...more }] of messages.entries()) {
        if (nth === 12) talk.change({ configuration: second })
        const before = talk.state
        const effects = talk.say(text, more)
        const said = saidIn(effects)
        const after = talk.state

        expect(said.filter(isMenu).length).toBeLessThanOrEqual(1)
        expect(said.every((line) => line.trim() !== '' || effects.some(({ kind }) => kind === 'sendFile'))).toBe(true)
        const isAnswerable = !more.isEcho && !more.isCall && !more.isMissed
        expect(isAnswerable && !before.contact.isBotDisabled ? [] : said).toEqual([])

        // A customer who is in a menu, or is asked something, hears something or the log says why not.
        const isService = effects.some(({ kind }) => kind === 'ask')
        expect(isService && (!isAnswerable || before.contact.isBotDisabled || before.userId !== null)).toBe(false)
        const isAsked = before.status === 'lgpd' || (before.memory.isBot && before.userId === null)
        const isExplained = hasReason(effects) || after.memory.silence !== null || after.queueId !== before.queueId
        expect(isAsked && isAnswerable && said.length === 0 && !isExplained && !isService).toBe(false)

        // Who is in no queue although there is but one enters it.
        const [only, another] = offeredQueues({ configuration: nth < 12 ? first : second })
        const isWaiting = before.status === 'pending' && after.status === 'pending' && after.userId === null
        expect(isAnswerable && only && !another && isWaiting && after.queueId === null).toBeFalsy()

        // It is closed by the customer's choice, or by a queue that only informs. Otherwise it waits where people see it.
        const isClosed = after.status === 'closed'
        const isChosen = /^\s*(sair|\W*\d+\W*)\s*$/i.test(text)
        expect(isClosed && !isChosen && !onlyInforms(nth < 12 ? first : second)).toBe(false)
        if (isClosed) return
        expect(['pending', 'lgpd']).toContain(after.status)

        // Who is not answered waits for a person, unless they wrote before they could read what was said.
        const isLate = more.after > 1000
        const isClosing = effects.some((effect) => effect.kind === 'setTimer' && effect.timer === 'optionClose')
        expect(isAnswerable && isLate && said.length === 0 && !isClosing && !isService && after.memory.isBot).toBe(
          false,
        )
        expect(after.userId !== null && after.queueId === null && before.userId === null).toBe(false)
      }
    },
  )
  fc.assert(anyTalk, { numRuns })
  return numRuns
}

/** After as many invalid answers as are allowed the customer waits for a person. Returns how many talks it tried. */
export function tryInvalidAnswers(numRuns: number): number {
  const anyTalk = fc.property(configuration, start, fc.constantFrom(0, 5), (any, state, timeUseBotQueues) => {
    const nobody = { integrationId: null, promptId: null }
    const limited = {
      ...any,
      queues: any.queues.map((one) => ({ ...one, ...nobody })),
      connection: {
        ...any.connection,
        ...nobody,
        settings: { ...any.connection.settings, maxUseBotQueues: 3, timeUseBotQueues },
      },
    }
    fc.pre(!onlyInforms(limited))
    const talk = aTalk(limited, state)
    for (let nth = 0; nth < 30; nth += 1) talk.say('Quero falar com uma pessoa', { after: 61_000 })
    expect(talk.state).toMatchObject({ status: 'pending', memory: { isBot: false } })
  })
  fc.assert(anyTalk, { numRuns })
  return numRuns
}

import { randomUUID } from 'node:crypto'
import { factsOf } from '../../src/channels/facts.ts'
import type { Asked, AskedFile, AskedMessage } from '../../src/modules/exchanges/index.ts'
import { type Outside, createOutside } from '../../src/platform/outside/outside.ts'

interface Saying {
  /** What the customer writes; several texts are a burst. */
  says?: string | readonly string[]
  /** What the customer taps; the text is its title. */
  choiceId?: string
  file?: AskedFile
  session?: unknown
  isEntry?: boolean
  language?: string
  exchangeId?: number
  uuid?: string
}

/** What an answerer is asked for a customer, over the network of this machine. `insideHosts`: those that may be called. */
export const createAsker = (insideHosts: readonly string[]) => askerOver(createOutside({ insideHosts }))

export function askerOver(outside: Pick<Outside, 'ask'>) {
  return ({
    says = 'Oi',
    choiceId,
    file,
    session = null,
    isEntry = false,
    language = 'pt-BR',
    exchangeId = 1,
    uuid,
  }: Saying = {}): Asked => {
    const texts = typeof says === 'string' ? [says] : says
    const messages = texts.map((text, nth) => ({
      ...messageOf(text, nth === texts.length - 1 ? (file ?? null) : null),
      choiceId: choiceId ?? null,
    }))
    const signal = AbortSignal.timeout(20_000)
    return {
      companyId: 2,
      exchangeId,
      answererId: 3,
      language,
      timeZone: 'America/Sao_Paulo',
      ticket: { id: 1001, uuid: uuid ?? randomUUID(), conversationId: 5, queueId: null, createdAt: new Date() },
      contact: {
        id: 55,
        name: 'Ana',
        number: '5511987654321',
        email: '',
        address: '5511987654321@s.whatsapp.net',
      },
      channel: { facts: factsOf('whatsapp'), connectionId: 7, connectionName: 'Vendas' },
      messages,
      isEntry,
      session,
      sessionAt: session === null ? null : new Date(),
      ask: (url, request) => outside.ask(url, { ...request, signal }),
      signal,
    }
  }
}

const messageOf = (text: string, file: AskedFile | null): AskedMessage => ({
  id: 1,
  externalId: '3EB0',
  text,
  choiceId: null,
  mediaType: file ? 'audio' : 'conversation',
  sentAt: new Date('2026-11-21T01:00:00.000Z'),
  file,
})

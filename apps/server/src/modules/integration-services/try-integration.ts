import { randomUUID } from 'node:crypto'
import type { IntegrationOutcome, IntegrationTest } from '@guiche/contract'
import { factsOf } from '#channels/facts'
import { type Outside, OutsideFailed, type OutsideAnswer, type OutsideRequest } from '#platform/outside/outside'
import { withoutLogins } from '#platform/outside/without-logins'
import { AnswerFailed, type Answer, type Asked } from '#modules/exchanges'
import type { Integration } from '#modules/queue-integrations'
import type { AskIntegration } from './answerer.ts'

/** What an admin sees of a body. */
const mostCharacters = 4000

/** In ms. */
const timeLimit = 20_000

interface Trial {
  companyId: number
  language: string
  timeZone: string
  /** What the customer of the test says. */
  text: string
}

/** Asks an integration as a customer would, and tells what went over the line. */
export async function tryIntegration(
  { outside, askIntegration }: { outside: Outside; askIntegration: AskIntegration },
  integration: Integration,
  trial: Trial,
): Promise<IntegrationTest> {
  const seen: Pick<IntegrationTest, 'request' | 'answer'> = { request: null, answer: null }
  const began = Date.now()
  const signal = AbortSignal.timeout(timeLimit)
  const told = (outcome: IntegrationOutcome, texts: string[] = []): IntegrationTest => ({
    ...seen,
    outcome: outcome === 'status' && isMissing(integration, seen.answer?.status) ? 'inactive' : outcome,
    texts,
    took: Date.now() - began,
  })
  try {
    return told('answered', wordsIn(await askIntegration(integration, askedIn(trial, { ask, signal }))))
  } catch (error) {
    if (error instanceof OutsideFailed || error instanceof AnswerFailed) return told(error.kind)
    if (signal.aborted) return told('timeout')
    throw error
  }

  async function ask(url: string, request: OutsideRequest, { isSecret = false } = {}): Promise<OutsideAnswer> {
    seen.request = { method: request.method ?? 'POST', url, body: isSecret ? '' : bodyOf(request) }
    seen.answer = null
    const answer = await outside.ask(url, { ...request, signal })
    const isRefused = answer.status >= 400
    const body = () => cut(withoutLogins(answer.bytes.toString('utf8'), request.headers))
    seen.answer = { status: answer.status, body: isSecret && !isRefused ? '' : body() }
    return answer
  }
}

/** n8n says so of flows that are switched off, Typebot of bots that are not published. */
const isMissing = ({ row: { type } }: Integration, status: number | undefined) =>
  status === 404 || (type === 'typebot' && status === 400)

const cut = (text: string) => (text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…`.toWellFormed() : text)

function bodyOf({ json, bytes }: OutsideRequest): string {
  if (bytes) return cut(bytes.content.toString('utf8'))
  return json === undefined ? '' : cut(JSON.stringify(json))
}

const wordsIn = ({ parts }: Answer): string[] =>
  parts.map((part) => (part.kind === 'text' ? part.text : part.kind === 'link' ? part.url : part.name))

/** A customer whom there is not. */
function askedIn(
  { companyId, language, timeZone, text }: Trial,
  { ask, signal }: Pick<Asked, 'ask' | 'signal'>,
): Asked {
  const now = new Date()
  const uuid = randomUUID()
  return {
    companyId,
    exchangeId: 0,
    answererId: 0,
    language,
    timeZone,
    ticket: { id: 0, uuid, conversationId: 0, queueId: null, createdAt: now },
    contact: { id: 0, name: 'Ana', number: null, email: '', address: `test-${uuid}` },
    channel: { facts: factsOf('webchat'), connectionId: 0, connectionName: '' },
    messages: [{ id: 0, externalId: uuid, text, choiceId: null, mediaType: 'conversation', sentAt: now, file: null }],
    isEntry: false,
    session: null,
    sessionAt: null,
    ask,
    signal,
  }
}

import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type OutsideAnswer, OutsideFailed, type OutsideRequest } from '#platform/outside/outside'
import type { Answer, Asked } from '#modules/exchanges'
import type { Integration } from '#modules/queue-integrations'
import { assertSuccess } from './assert-status.ts'
import { envelopeOf, eventIdOf } from './hook-envelope.ts'
import { readHookReply } from './read-hook-reply.ts'

/** In ms, before the second and the third try. */
const pauses = [300, 1000]

/** For each try. */
const times = { connect: 5_000, whole: 10_000 }

/** Asks n8n or any other webhook. Who gets the event can tell by its id that it comes again, and by its signature from whom. */
export async function answerByHook({ row, secrets }: Integration, asked: Asked): Promise<Answer> {
  const content = Buffer.from(JSON.stringify(await envelopeOf(asked)))
  const headers = {
    'x-event-id': eventIdOf(asked),
    'x-signature-256': `sha256=${createHmac('sha256', secrets.signingSecret).update(content).digest('hex')}`,
    ...(secrets.authorization && { authorization: secrets.authorization }),
  }
  const answer = await insist(asked, row.url, {
    method: 'POST',
    headers,
    bytes: { type: 'application/json', content },
    times,
  })
  assertSuccess(answer)
  const { parts, control } = readHookReply(answer)
  return { parts, session: null, ...(control && { control }) }
}

/** Three times, as long as it cannot be reached or has a fault of its own. */
async function insist(asked: Asked, url: string, request: OutsideRequest): Promise<OutsideAnswer> {
  for (const wait of pauses) {
    const answer = await attempt(asked, url, request)
    if (answer) return answer
    await pause(wait, undefined, { signal: asked.signal })
  }
  return asked.ask(url, request)
}

/** Undefined: it is worth another try. */
async function attempt(asked: Asked, url: string, request: OutsideRequest): Promise<OutsideAnswer | undefined> {
  try {
    const answer = await asked.ask(url, request)
    return answer.status >= 500 ? undefined : answer
  } catch (error) {
    const isPassing = error instanceof OutsideFailed && (error.kind === 'unreachable' || error.kind === 'timeout')
    if (isPassing && !asked.signal.aborted) return undefined
    throw error
  }
}

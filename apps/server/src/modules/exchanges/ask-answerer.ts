import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#platform/deps'
import { OutsideFailed } from '#platform/outside/outside'
import { type MediaLinks, findFile } from '#modules/media'
import {
  type Answer,
  AnswerFailed,
  type Answerer,
  type Asked,
  type AskedFile,
  longestTime,
  mostParts,
} from './answerer.ts'
import type { Failure } from './failure.ts'
import type { KnownFile, Prepared } from './prepare-exchange.ts'
import { type Traced, mostTraced, traceOf } from './stored/trace.ts'

export interface AnswerResult {
  /** `unsaid`: the customer has deleted what they wrote. */
  result: { answer: Answer } | { failure: Failure } | 'unsaid'
  trace: Traced[]
  tookMs: number
}

type Reaching = Pick<Deps, 'outside' | 'units' | 'storage' | 'log'> & { links: Pick<MediaLinks, 'file'> }

/** Asks a service, outside of any unit of work. What fails is a result. */
export async function askAnswerer(
  deps: Reaching,
  { known, found }: Prepared,
  { answerer, unwanted }: { answerer: Answerer; unwanted: AbortSignal },
): Promise<AnswerResult> {
  const trace: Traced[] = []
  const began = performance.now()
  const time = Math.min(found.timeLimit, longestTime)
  const signal = AbortSignal.any([AbortSignal.timeout(time), unwanted])
  const ask: Asked['ask'] = async (address, request, { isSecret = false } = {}) => {
    const since = performance.now()
    const left = Math.max(1, Math.round(time - (since - began)))
    const whole = Math.min(left, request.times?.whole ?? left)
    const times = { connect: Math.min(request.times?.connect ?? 5_000, whole), whole }
    const note = (...result: [Parameters<typeof traceOf>[1], string | null]) => {
      const call = { address, request, isSecret, ms: performance.now() - since }
      if (trace.length < mostTraced) trace.push(traceOf(call, ...result))
    }
    try {
      const answer = await deps.outside.ask(address, { ...request, times, signal })
      note(answer, null)
      return answer
    } catch (error) {
      note(undefined, error instanceof OutsideFailed ? error.kind : 'unreachable')
      throw error
    }
  }
  const messages = known.messages.map(({ file, ...message }) => ({
    ...message,
    file: file && readable(deps, known.companyId, file, signal),
  }))
  const took = () => Math.round(performance.now() - began)
  try {
    const answer = await within(signal, answerer.answer({ ...known, messages, ask, signal }))
    assertSensible(answer)
    return { result: { answer }, trace, tookMs: took() }
  } catch (err) {
    const failure = failureOf(err, signal)
    const about = { companyId: known.companyId, exchangeId: known.exchangeId, answerer: answerer.kind, failure }
    if (failure === 'broken')
      deps.log.error({ event: 'exchanges.broken', err, ...about }, 'a service could not be asked')
    else deps.log.info({ event: 'exchanges.no-answer', ...about }, 'a service did not answer a customer')
    return { result: { failure }, trace, tookMs: took() }
  }
}

/** A service that looks at no signal is given up all the same. */
function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new AnswerFailed('timeout'))
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}

/** In bytes, as JSON. */
const largestSession = 65_536

function assertSensible({ parts, session }: Answer): void {
  if (parts.length > mostParts) throw new AnswerFailed('tooLarge', 'it says too much')
  if (JSON.stringify(session ?? null).length > largestSession)
    throw new AnswerFailed('tooLarge', 'its session is too large')
}

function failureOf(error: unknown, signal: AbortSignal): Failure {
  if (error instanceof AnswerFailed || error instanceof OutsideFailed) return error.kind
  return signal.aborted ? 'timeout' : 'broken'
}

/** In ms. How often it is looked whether a file has arrived. */
const lookAgain = 300
/** In ms. Who only wants the address of a file is asked without it after this time. */
const longestForLink = 8_000

function readable(
  { units, storage, links }: Reaching,
  companyId: number,
  { id, mime, name, bytes }: KnownFile,
  signal: AbortSignal,
): AskedFile {
  return { id, mime, name, bytes, read, link }

  async function read(most: number): Promise<Buffer> {
    const { storage_key: key, bytes: size } = await arrived(most, signal)
    if (size > most) throw new AnswerFailed('tooLarge', 'the file is too large')
    const chunks: Buffer[] = []
    for await (const chunk of storage.open(companyId, key)) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  async function link(): Promise<string | null> {
    const enough = AbortSignal.timeout(longestForLink)
    try {
      const { storage_key: key } = await arrived(Infinity, AbortSignal.any([signal, enough]))
      return links.file(companyId, key)
    } catch (error) {
      if (signal.aborted || !(error instanceof AnswerFailed || enough.aborted)) throw error
      return null
    }
  }

  /** Files that the network has only announced arrive a moment after their message, or never. */
  async function arrived(most: number, end: AbortSignal) {
    for (;;) {
      const file = await units.read({ kind: 'system', companyId }, (ctx) => findFile(ctx, id))
      if (file?.state === 'ready') return file
      if (file?.state !== 'waiting') throw new AnswerFailed('badAnswer', 'no file')
      if (file.bytes > most) throw new AnswerFailed('tooLarge', 'the file is too large')
      await sleep(lookAgain, undefined, { signal: end })
    }
  }
}

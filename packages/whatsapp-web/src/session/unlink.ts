import type { EndReason } from './disconnects.ts'
import { WaConnection, type WaConnectionOptions } from './wa-connection.ts'

interface UnlinkOptions extends Omit<WaConnectionOptions, 'onQr' | 'onPasskey' | 'onPaired' | 'onOpen' | 'onEnd'> {
  /** Like `setTimeout`. */
  later: (work: () => void, pause: number) => NodeJS.Timeout
  signal: AbortSignal
}

/** In ms, before each retry; a minute in total. */
const pauses = [1000, 2000, 4000, 8000, 16_000, 29_000]
/** In ms: the time limit of one attempt. */
const tryTime = 10_000

/** `again`: a later attempt may succeed. */
type Outcome = 'unlinked' | 'refused' | 'again'

/**
 * Sends the unlink request, each time over a new connection, until WhatsApp confirms it. False: no attempt succeeded
 * within a minute, WhatsApp refuses the session for good, or it was interrupted.
 */
export async function unlinkOnNewConnections(options: UnlinkOptions): Promise<boolean> {
  for (const pause of [0, ...pauses]) {
    await waitFor(pause, options)
    if (options.signal.aborted) return false
    const outcome = await tryOnce(options)
    if (outcome !== 'again') return outcome === 'unlinked'
  }
  return false
}

async function tryOnce(options: UnlinkOptions): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome | 'open'>()
  const over = AbortSignal.any([options.signal, AbortSignal.timeout(tryTime)])
  over.addEventListener('abort', () => resolve('again'))
  let connection: WaConnection | undefined
  try {
    connection = await WaConnection.open({
      ...options,
      onQr: () => resolve('unlinked'),
      onPaired: () => undefined,
      onPasskey: () => resolve('refused'),
      onOpen: () => resolve('open'),
      onEnd: ({ reason }) => resolve(outcomeOf(reason)),
    })
    const begun = await promise
    if (begun !== 'open') return begun
    return (await connection.unlink()) ? 'unlinked' : 'again'
  } catch (err) {
    options.log.warn({ event: 'whatsapp.unlink-failed', err }, 'could not unlink a phone; will try again')
    return 'again'
  } finally {
    await connection?.close()
  }
}

function outcomeOf(reason: EndReason | undefined): Outcome {
  if (reason === undefined) return 'again'
  // These keys are no longer linked.
  return reason === 'logged_out' ? 'unlinked' : 'refused'
}

async function waitFor(pause: number, { later, signal }: UnlinkOptions): Promise<void> {
  if (pause === 0 || signal.aborted) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = later(resolve, pause)
  signal.addEventListener('abort', () => resolve(), { once: true })
  await promise
  clearTimeout(timer)
}

import type { LimitScope, Outbound, SendResult, SendingLimit } from '@guiche/channel'
import { ExchangeFailed, GraphError, UnexpectedAnswer } from '@guiche/meta'
import type { MetaHandlers } from './handlers.ts'

/** Something that had to be done before the message could be sent has failed. The message itself has not left. */
export class NotBegun extends Error {
  constructor(cause: unknown) {
    super('the message was not begun', { cause })
  }
}

interface Failed {
  outbound: Outbound
  /** What was refused, or not. */
  token: string
  handlers: Pick<MetaHandlers, 'ended' | 'refused'>
}

const again = { status: 'retry', reason: 'ERR_SENDING_WAPP_MSG' } as const

/** What a call that failed says of its message. */
export async function resultOf(error: unknown, failed: Failed): Promise<SendResult> {
  if (error instanceof NotBegun) {
    const result = await resultOf(error.cause, failed)
    return result.status === 'uncertain' ? again : result
  }
  if (error instanceof ExchangeFailed) return error.mayHaveArrived ? { status: 'uncertain' } : { status: 'held' }
  if (error instanceof UnexpectedAnswer && error.mayBeDone) return { status: 'uncertain' }
  if (error instanceof GraphError) return ofRefusal(error, failed)
  throw error
}

async function ofRefusal(error: GraphError, { outbound, token, handlers }: Failed): Promise<SendResult> {
  const { remedy, details, retryAfterSeconds } = error
  const { companyId, connectionId } = outbound
  await handlers.refused(outbound, error)
  switch (remedy.do) {
    case 'again':
      return { ...again, isPassing: true }
    case 'holdPair':
      return { ...again, isOfPair: true }
    case 'hold':
      return { status: 'held', limit: limitOf('everything', retryAfterSeconds ?? remedy.forSeconds) }
    case 'holdCampaigns':
      return { status: 'retry', reason: remedy.reason, limit: limitOf('campaigns', retryAfterSeconds) }
    case 'stop':
      await handlers.ended({ companyId, connectionId }, { token, because: remedy.because })
      return { status: 'held' }
    case 'fail':
      if (remedy.mayEncode && hasOtherForm(outbound)) return { status: 'retry', reason: remedy.reason, encodes: true }
      return { status: 'rejected', reason: remedy.reason, ...(remedy.tells && details && { details }) }
    case 'without':
      return { status: 'rejected', reason: 'ERR_SENDING_WAPP_MSG' }
  }
}

const limitOf = (scope: LimitScope, seconds: number | undefined): SendingLimit => ({
  scope,
  ...(seconds !== undefined && { until: new Date(Date.now() + seconds * 1000).toISOString() }),
})

/** Once. Documents are sent as they are. */
const hasOtherForm = (outbound: Outbound): boolean =>
  outbound.kind === 'media' && !outbound.isRefused && outbound.shownAs !== 'document'

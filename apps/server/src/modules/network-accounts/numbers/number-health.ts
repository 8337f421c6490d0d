import { accountNewsFields, readAccountNews, subjectOf } from '@guiche/meta'
import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { limitConnection, recordEvent, recordNotice, showStatus } from '#modules/connections'
import { endAccountAt, reviveAccount } from './accounts.repository.ts'
import { keepStanding } from '#modules/sending-guard'
import type { Hearer, Place } from './hear-changes.ts'
import { lookAtPhone } from './phone/expect-phone.ts'

/** What Meta says about the health of accounts and numbers stands in the history of their connections. */
export function healthHearers({ log }: Pick<Deps, 'log'>): Record<string, Hearer> {
  const hear: Hearer = async (ctx, place, change) => {
    const { connectionId, accountId: account } = place
    const { at } = change
    for (const news of readAccountNews(change)) {
      switch (news.kind) {
        case 'ended':
          if (await endAccountAt(ctx, { connectionId, because: news.because, at })) {
            await tellEnd(ctx, connectionId, news.because)
            log.warn(
              { event: 'network-account.number-ended', companyId: ctx.companyId, connectionId, because: news.because },
              'Meta has closed a WhatsApp account to us',
            )
          }
          break
        case 'restored':
          await restore(ctx, place, at)
          break
        case 'limited':
          // Told again after its end it limits nothing.
          if (news.until.getTime() > Date.now())
            await limitConnection(ctx, connectionId, { scope: news.scope, until: news.until.toISOString() })
          break
        case 'notice':
          await recordNotice(ctx, connectionId, news)
          if (news.value === null) break
          if (news.about === 'quality') await keepStanding(ctx, connectionId, { account, quality: news.value })
          if (news.about === 'limit') await keepStanding(ctx, connectionId, { account, tier: news.value })
      }
    }
    // The business may have moved the number to or from a phone.
    if (change.field === 'account_update') await lookAtPhone(ctx, connectionId)
  }
  return Object.fromEntries(accountNewsFields.map((field) => [field, hear]))
}

/** What waits goes out by itself. */
async function restore(ctx: Ctx, { connectionId }: Place, at: Date | undefined): Promise<void> {
  if (!(await reviveAccount(ctx, { connectionId, because: 'restricted', at }))) return
  await showStatus(ctx, connectionId, { status: 'connected', number: null })
  await recordEvent(ctx, connectionId, 'connected')
  ctx.emit('connection.saved', { connectionId })
}

/** Shows people that a connection has ended until somebody acts, and why. */
export async function tellEnd(ctx: Ctx, connectionId: number, because: string): Promise<void> {
  await showStatus(ctx, connectionId, { status: 'disconnected', number: null })
  await recordEvent(ctx, connectionId, 'ended', { detail: { reason: because } })
  ctx.emit('connection.saved', { connectionId })
}

const day = 24 * 60 * 60_000

/** A refusal that all such messages will get until the company has set something right at Meta, which Meta does not tell us. */
export async function tellRefusal(ctx: Ctx, connectionId: number, reason: string): Promise<void> {
  const about = subjectOf(reason)
  if (about === undefined) return
  const value = about === 'name' ? 'NOT_APPROVED' : null
  await recordNotice(ctx, connectionId, { about, value }, { newsAfter: day })
}

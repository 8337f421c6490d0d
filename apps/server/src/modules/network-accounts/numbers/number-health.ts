import { accountNewsFields, readAccountNews } from '@guiche/meta'
import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { limitConnection, recordEvent, recordNotice, showStatus } from '#modules/connections'
import { endAccountAt, reviveAccount } from './accounts.repository.ts'
import type { Hearer, Place } from './hear-changes.ts'

/** What Meta says about the health of accounts and numbers stands in the history of their connections. */
export function healthHearers({ log }: Pick<Deps, 'log'>): Record<string, Hearer> {
  const hear: Hearer = async (ctx, place, change) => {
    const { connectionId } = place
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
      }
    }
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

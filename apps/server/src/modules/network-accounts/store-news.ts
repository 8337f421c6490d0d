import type { Inbound } from '@guiche/channel'
import { type PageNews, readWebhook, toInbound } from '@guiche/meta'
import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { metrics } from '#platform/process/metrics'
import { companyTexts } from '#modules/companies'
import { recordNotice } from '#modules/connections'
import { takeReferral } from '#modules/conversations'
import { keepPart, openWindow, storeInbound } from '#modules/inbound'
import { addressKeyOf, findOwners } from './network-accounts.repository.ts'
import { askForProfiles } from './profiles.ts'

type StoreDeps = Pick<Deps, 'units'>

/**
 * Stores what happened at pages and accounts, each in the company that its stored row names. What belongs to nobody here, or is of
 * a kind that nobody knows, is counted and has no effect.
 */
export async function storeNews({ units }: StoreDeps, appId: string, body: Buffer): Promise<void> {
  const { news, ignored } = readWebhook(body)
  metrics.ignored.inc({ reason: 'unknown' }, ignored + news.reduce((sum, one) => sum + one.ignored, 0))
  const keys = [...new Set(news.map(keyOf))]
  if (keys.length === 0) return
  const owners = new Map((await findOwners(units.operator, keys)).map((owner) => [owner.key, owner]))
  for (const one of news) {
    const owner = owners.get(keyOf(one))
    const count = one.items.length + one.enforcements.length
    if (!owner) metrics.ignored.inc({ reason: 'nobody' }, count)
    if (!owner || count === 0) continue
    const { company_id: companyId, connection_id: connectionId } = owner
    await units.run({ kind: 'connection', companyId, connectionId }, (ctx) => store(ctx, connectionId, appId, one))
  }
}

/** Networks are called like the channels of their connections. */
const keyOf = ({ network, routingId }: PageNews) => addressKeyOf(network, routingId)

async function store(
  ctx: Ctx,
  connectionId: number,
  appId: string,
  { items, enforcements, ...place }: PageNews,
): Promise<void> {
  for (const { isBlocked, reason } of enforcements)
    await recordNotice(ctx, connectionId, { about: 'policy', value: isBlocked ? reason || 'BLOCK' : 'UNBLOCK' })
  const { story: words } = await companyTexts(ctx)
  const meanings = items.map((item) => toInbound(item, { ...place, appId, words }))
  metrics.ignored.inc({ reason: 'unknown' }, meanings.filter(({ length }) => length === 0).length)
  const events = meanings.flat()
  const stored: Inbound[] = []
  for (const event of events) {
    // A click that leads here is no message.
    if (event.kind === 'opened') {
      await openWindow(ctx, connectionId, event)
      continue
    }
    const news = await withReferral(ctx, connectionId, event)
    if (news.kind === 'taken') await keepPart(ctx, connectionId, news)
    else await storeInbound(ctx, connectionId, news)
    stored.push(news)
  }
  await askForProfiles(ctx, connectionId, stored)
}

/** The first message after a click says how the customer came. */
async function withReferral(ctx: Ctx, connectionId: number, event: Inbound): Promise<Inbound> {
  if (event.kind !== 'message' || event.isEcho || event.referral) return event
  const referral = await takeReferral(ctx, connectionId, event.from)
  return referral ? { ...event, referral } : event
}

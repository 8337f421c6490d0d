import type { CampaignInterruption } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { readOutages } from '#modules/connections'
import type { CampaignRow } from '#modules/campaigns'
import { findHolds, findStops } from './report.repository.ts'

interface Interruption {
  kind: CampaignInterruption['kind']
  /** The name of the connection that could not send; null: none could. */
  connection: string | null
  since: Date
  until: Date | null
}

/** In ms. Nobody sees a shorter one in the pace. */
const shortest = 60_000
const mostShown = 50

/**
 * What kept a campaign from sending between `from` and `to`, the latest ones in order: people, its network, the sending guard,
 * and other campaigns.
 */
export async function readInterruptions(
  ctx: Ctx,
  campaign: CampaignRow,
  { from, to }: { from: Date; to: Date },
): Promise<CampaignInterruption[]> {
  const found = [
    ...(await stops(ctx, campaign)),
    ...(await outages(ctx, campaign, from)),
    ...(await holds(ctx, campaign)),
  ]
  return found
    .flatMap((one) => within(one, from, to))
    .toSorted((one, other) => one.since.getTime() - other.since.getTime())
    .slice(-mostShown)
    .map(({ since, until, ...one }) => ({
      ...one,
      since: since.toISOString(),
      until: until?.toISOString() ?? null,
    }))
}

function within(one: Interruption, from: Date, to: Date): Interruption[] {
  const since = one.since < from ? from : one.since
  // One that outlasts the campaign has interrupted it until its end.
  const until = one.until === null || one.until > to ? null : one.until
  return (until ?? to).getTime() - since.getTime() < shortest ? [] : [{ ...one, since, until }]
}

/** From each cancellation to the restart after it. */
async function stops(ctx: Ctx, { id }: CampaignRow): Promise<Interruption[]> {
  const found: Interruption[] = []
  for (const { is_stop, at } of await findStops(ctx, id)) {
    const open = found.at(-1)?.until === null ? found.at(-1) : undefined
    if (open) open.until = is_stop ? open.until : at
    else if (is_stop) found.push({ kind: 'stopped', connection: null, since: at, until: null })
  }
  return found
}

async function outages(ctx: Ctx, { connections }: CampaignRow, from: Date): Promise<Interruption[]> {
  const nameOf = new Map(connections.map(({ id, name }) => [id, name]))
  const found = await readOutages(ctx, [...nameOf.keys()], from)
  return found.map(({ connectionId, ...one }) => ({ ...one, connection: nameOf.get(connectionId) ?? null }))
}

/** Connections that were held alike count once: all of them begin their quiet hours in the same minute. */
async function holds(ctx: Ctx, { id, connections }: CampaignRow): Promise<Interruption[]> {
  const alike = Map.groupBy(await findHolds(ctx, id), ({ reason, since, until }) =>
    [reason, minuteOf(since), until === null ? '' : minuteOf(until)].join(' '),
  )
  return [...alike.values()].flatMap((held) => {
    const [first] = held
    if (!first) return []
    const { reason: kind, since, until } = first
    const names = connections
      .filter((one) => held.some(({ connection_id }) => connection_id === one.id))
      .map(({ name }) => name)
    return [{ kind, connection: names.length < connections.length ? names.join(', ') : null, since, until }]
  })
}

const minuteOf = (time: Date): number => Math.floor(time.getTime() / 60_000)

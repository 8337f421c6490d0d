import { z } from 'zod'
import type { Network } from '../pages/network.ts'
import { Enforcement, Entry, Item } from './items.ts'
import { parseBody } from './parse-body.ts'

/** What happened at one page or account. */
export interface PageNews {
  network: Network
  /** Of the page or the account. */
  routingId: string
  items: Item[]
  /** What Meta says of the page itself: that it may not send, and why, or that it may again. */
  enforcements: { isBlocked: boolean; reason: string }[]
  /** Items without an effect: nobody here knows the kind. */
  ignored: number
}

const networks: Record<string, Network> = { page: 'facebook', instagram: 'instagram' }

const Body = z.object({ object: z.string(), entry: z.array(z.unknown()) })

/** Reads a webhook whose signature was checked. What is not as documented is counted, and the rest of it is read. */
export function readWebhook(body: Buffer): { news: PageNews[]; ignored: number } {
  const { success, data } = Body.safeParse(parseBody(body))
  const network = success && Object.hasOwn(networks, data.object) ? networks[data.object] : undefined
  if (!success || network === undefined) return { news: [], ignored: 1 }
  const news: PageNews[] = []
  let ignored = 0
  for (const one of data.entry) {
    const entry = Entry.safeParse(one)
    if (!entry.success) ignored += 1
    else news.push(newsIn(network, entry.data))
  }
  return { news, ignored }
}

function newsIn(network: Network, { id, messaging, standby, changes }: z.output<typeof Entry>): PageNews {
  const enforcements = messaging.flatMap((one) => Enforcement.safeParse(one).data?.policy_enforcement ?? [])
  const said = messaging.filter((one) => !Enforcement.safeParse(one).success)
  const items: PageNews['items'] = [
    ...said.flatMap((one) => Item.safeParse(one).data ?? []),
    ...standby.flatMap((one) => Item.safeParse(one).data ?? []).map((item) => ({ ...item, isStandby: true as const })),
  ]
  return {
    network,
    routingId: id,
    items,
    enforcements: enforcements.map(({ action, reason }) => ({ isBlocked: action === 'block', reason })),
    ignored: said.length + standby.length - items.length + changes.length,
  }
}

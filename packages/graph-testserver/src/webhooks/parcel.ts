import type { App } from '../access/app.ts'

export type WebhookObject = 'whatsapp_business_account' | 'page' | 'instagram'

/** What happened to one account, page or Instagram account. */
export interface Entry {
  id: string
  time?: number
  changes?: { field: string; value: unknown }[]
  messaging?: unknown[]
  standby?: unknown[]
}

/** One webhook on its way to an app. */
export interface Parcel {
  app: App
  url: string
  object: WebhookObject
  entry: Entry[]
}

const mostChanges = 1000
const mostBytes = 3 * 1024 * 1024

/** Puts as much as Meta does into one webhook. What is for different addresses stays apart. */
export function batched(parcels: readonly Parcel[]): Parcel[] {
  const batches: (Parcel & { count: number; bytes: number })[] = []
  for (const { app, url, object, entry } of parcels) {
    const [count, bytes] = [countIn(entry), JSON.stringify(entry).length]
    const open = batches.findLast((one) => one.app === app && one.url === url && one.object === object)
    if (!open || open.count + count > mostChanges || open.bytes + bytes > mostBytes) {
      batches.push({ app, url, object, entry: entry.map((one) => ({ ...one })), count, bytes })
      continue
    }
    open.count += count
    open.bytes += bytes
    for (const one of entry) join(open.entry, one)
  }
  return batches.map(({ app, url, object, entry }) => ({ app, url, object, entry }))
}

function join(entries: Entry[], next: Entry): void {
  const same = entries.find(({ id, time }) => id === next.id && time === next.time)
  if (!same) return void entries.push({ ...next })
  for (const list of ['changes', 'messaging', 'standby'] as const) append(same, next, list)
}

function append<List extends 'changes' | 'messaging' | 'standby'>(to: Entry, from: Entry, list: List): void {
  const added = from[list]
  if (added) to[list] = Array.prototype.concat(to[list] ?? [], added)
}

const countIn = (entries: readonly Entry[]) =>
  entries.reduce((sum, one) => sum + (one.changes ?? one.messaging ?? one.standby ?? []).length, 0)

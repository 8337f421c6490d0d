import type { SendResult } from '@guiche/channel'
import { expect } from 'vitest'
import { type World, eventually } from '#test/world'
import { type Shop, contactList, people, runCampaign } from './campaigns.ts'

export const statesOf = async ({ admin }: Shop, id: number) => (await admin.get(`/campaigns/${id}`)).body.counts.states

export const campaignMessages = ({ company }: Shop) =>
  company.sql("select body from messages where company_id = $1 and origin = 'campaign'", [company.id])

/** The first send is in flight until it ends like this. Later ones arrive. */
export function firstSend(world: World, result: SendResult) {
  const end = Promise.withResolvers<SendResult>()
  let count = 0
  world.network.answer(() => {
    count += 1
    return count === 1 ? end.promise : { status: 'sent' }
  })
  return { begun: () => eventually(() => expect(count).toBe(1)), end: () => end.resolve(result) }
}

/** A campaign to one person, whose message is in flight until `end`. */
export async function inFlight(world: World, place: Shop, result: SendResult) {
  const send = firstSend(world, result)
  const id = await runCampaign(place.admin, {
    connections: [place.connection],
    contactListId: await contactList(place.company, people(1)),
  })
  await send.begun()
  return { id, end: send.end }
}

/** No network took it. */
export const held: SendResult = { status: 'held' }

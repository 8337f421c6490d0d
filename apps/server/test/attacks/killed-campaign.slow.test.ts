import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaignIn, contactList, runCampaign } from '../campaigns/campaigns.ts'
import { someNumber } from '../inbound.ts'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let other: World
let company: Company
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  other = await createWorld({ beside: world, roles: ['worker', 'channels'] })
  company = await world.company()
  admin = await company.admin()
})
afterAll(async () => {
  await other.close()
  await world.close()
})

const kills = 20
const patience = 120_000

/** What both networks were handed over, by person: the ids of their messages. */
function idsByNumber(connectionIds: readonly number[]): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>()
  for (const { tries } of [world.network, other.network])
    for (const { connectionId, address, externalId } of tries)
      if (connectionIds.includes(connectionId)) ids.set(address, (ids.get(address) ?? new Set()).add(externalId))
  return ids
}

/** Ends some transactions of both processes, wherever they are. */
const killUnits = () =>
  company.sql(
    `select pg_terminate_backend(pid) from (
       select pid from pg_stat_activity
       where datname = current_database() and usename = 'guiche_app' and state <> 'idle'
       order by random() limit 3) as units`,
  )

/** A call that meets a killed connection is repeated. */
const insist = (call: () => Promise<{ status: number }>, status: number) =>
  eventually(async () => expect((await call()).status).toBe(status))

test(
  'with two processes and killed units of work each person gets a campaign once, over a cancel and a restart (R30)',
  { timeout: 300_000 },
  async () => {
    const pace = { atOnce: 20, perSecond: 40, automatic: { atOnce: 20, perSecond: 40 } }
    for (const { network } of [world, other]) {
      network.setPace(pace)
      // Some answers of the network are late.
      network.answer(async ({ externalId }) => {
        if (externalId.startsWith('0')) await new Promise((resolve) => setTimeout(resolve, 200))
        return { status: 'sent' }
      })
    }
    const connections = [await company.connection(), await company.connection()]
    const connectionIds = connections.map(({ id }) => id)
    const list = Array.from({ length: 600 }, () => ({ number: someNumber() }))
    const contactListId = await contactList(company, list)
    const id = await runCampaign(admin, { connections, contactListId })
    const reached = () => idsByNumber(connectionIds).size

    const killBetween = async (from: number, to: number, times: number) => {
      for (let kill = 1; kill <= times; kill += 1) {
        const next = from + ((to - from) * kill) / times
        await eventually(() => expect(reached()).toBeGreaterThanOrEqual(Math.min(next, to)), patience)
        await killUnits()
      }
    }
    await killBetween(0, 180, kills / 2)
    await insist(() => admin.post(`/campaigns/${id}/cancel`), 204)
    // What was in flight arrives; the outbox is empty then, and nothing comes after that.
    await eventually(async () => {
      expect(await company.sql('select from outbox where company_id = $1', [company.id])).toEqual([])
    }, patience)
    const stopped = reached()
    expect(stopped).toBeLessThan(600)
    await company.sql('select pg_sleep(2)')
    expect(reached()).toBe(stopped)

    await insist(() => admin.post(`/campaigns/${id}/restart`), 204)
    await killBetween(stopped, 560, kills / 2)
    await eventually(() => campaignIn(admin, id, 'FINALIZADA'), patience)

    const ids = idsByNumber(connectionIds)
    expect([...ids].filter(([, { size }]) => size !== 1)).toEqual([])
    const { counts } = (await admin.get(`/campaigns/${id}`)).body
    // Whose send a killed process had left behind when the campaign stopped is uncertain, and gets no second one.
    expect(counts.states.sent + counts.states.uncertain).toBe(600)
    expect(counts.states.sent).toBeGreaterThanOrEqual(ids.size - counts.states.uncertain)
    expect(ids.size + counts.states.uncertain).toBeGreaterThanOrEqual(600)
    expect([...ids.keys()].every((number) => list.some((person) => person.number === number))).toBe(true)
  },
)

import type { Channel } from '@guiche/channel'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createChannels } from '#channels/registry'
import { createLogger } from '#platform/process/log'
import { contactList, runCampaign } from '#test/campaigns/campaigns'
import { createFakeChannel } from '#test/fake-channel'
import { someNumber } from '#test/inbound'
import { type World, createWorld, eventually } from '#test/world'
import { createLimitQuestions } from './ask-limits.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
afterEach(() => {
  vi.useRealTimers()
})

const inAnHour = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000)

test('the network is asked about the limits of each number before the first message, and obeyed', async () => {
  const company = await world.company()
  const admin = await company.admin()
  const [free, limited] = [await company.connection(), await company.connection()]
  const asked: number[] = []
  world.network.answerLimits(async (connectionId) => {
    asked.push(connectionId)
    if (connectionId !== limited.id) return
    await company.sql(
      "insert into connection_limits (company_id, connection_id, scope, until) values ($1, $2, 'new_chats', $3)",
      [company.id, connectionId, inAnHour],
    )
  })
  const people = [someNumber(), someNumber()]
  const id = await runCampaign(admin, {
    connections: [limited, free],
    contactListId: await contactList(
      company,
      people.map((number) => ({ name: 'Rita', number })),
    ),
  })
  await eventually(async () =>
    expect((await admin.get(`/campaigns/${id}`)).body).toMatchObject({ status: 'FINALIZADA', counts: { reached: 2 } }),
  )
  expect(asked).toHaveLength(2)
  expect(new Set(asked)).toEqual(new Set([free.id, limited.id]))
  expect(new Set(world.network.arrived.map(({ connectionId }) => connectionId))).toEqual(new Set([free.id]))
})

test('the preview asks as well, and says until when a number is limited', async () => {
  const company = await world.company()
  const admin = await company.admin()
  const connection = await company.connection()
  const other = await (await world.company()).connection()
  const asked: number[] = []
  world.network.answerLimits(async (connectionId) => {
    asked.push(connectionId)
    await company.sql(
      "insert into connection_limits (company_id, connection_id, scope, until) values ($1, $2, 'new_chats', $3)",
      [company.id, connectionId, inAnHour],
    )
  })
  const contactListId = await contactList(company, [{ name: 'Rita', number: someNumber() }])
  const preview = async (id: number) => admin.post('/campaigns/preview', { contactListId, whatsappId: String(id) })
  expect((await preview(connection.id)).body.end.connections).toEqual([
    expect.objectContaining({ id: connection.id, isHeld: true, startsAt: expect.any(String) }),
  ])
  await preview(connection.id)
  expect((await preview(other.id)).status).toBe(404)
  expect(asked).toEqual([connection.id])
})

test('a number is asked about once an hour and campaign, and again ten minutes after a failure', async () => {
  const start = Date.parse('2031-03-10T12:00:00Z')
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  const ask = vi.fn<NonNullable<Channel['ask']>>().mockResolvedValue(null)
  const channels = createChannels()
  channels.install({ ...createFakeChannel().channel, ask })
  const questions = createLimitQuestions({ log: createLogger('silent'), channels }, 3_600_000)
  const number = { companyId: 1, connection_id: 7, channel: 'whatsapp', campaign_id: 3 }
  const after = (ms: number, campaignId = 3) => {
    vi.setSystemTime(start + ms)
    return questions({ ...number, campaign_id: campaignId })
  }
  expect(await after(0)).toBe(true)
  expect(await after(0)).toBe(false)
  expect(await after(1000, 4)).toBe(true)
  expect(await after(3_599_000)).toBe(false)
  ask.mockRejectedValueOnce(new Error('offline'))
  expect(await after(3_600_000)).toBe(false)
  expect(await after(4_199_000)).toBe(false)
  expect(await after(4_200_000)).toBe(true)
  expect(ask).toHaveBeenCalledTimes(4)
})

import { type Endpoint, type PlanFeature, planFeatures } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, type Caller, type Company, type Person, type World, createWorld, eventually } from '#test/world'
import { calls, sampleOf, withQuery } from './contract-input.ts'

let world: World
let operator: Person
let company: Company
let admin: Person
let attendant: Person

beforeAll(async () => {
  world = await createWorld()
  operator = await world.operator()
  company = await world.company({ plan: without(...planFeatures) })
  admin = await company.admin()
  attendant = await company.attendant()
})
afterAll(() => world.close())

const without = (...features: PlanFeature[]) => Object.fromEntries(features.map((feature) => [feature, false]))
const refused = { status: 403, body: { error: 'ERR_PLAN_LIMIT' } }

const callerOf = async (of: Company, { access }: Endpoint): Promise<Caller> =>
  access === 'program' ? world.program(await of.apiToken()) : of.admin()

async function planOf({ id }: Company): Promise<number> {
  return (await operator.get(`/companies/${id}`)).body.plan.id
}

async function connectionsOf({ id }: Company): Promise<{ channel: string }[]> {
  return world.sql('select channel from connections where company_id = $1', [id])
}

describe('a plan without a feature', () => {
  const needing = calls.filter(([, { feature }]) => feature !== 'none')

  test.each(needing)('refuses %s', async (_name, endpoint) => {
    // A program has a connection, which the company of the other tests must not have.
    const of = endpoint.access === 'program' ? await world.company({ plan: without(...planFeatures) }) : company
    expect(await send(await callerOf(of, endpoint), sampleOf(endpoint))).toMatchObject(refused)
    // Somebody without the role is refused for that reason, whatever the plan.
    expect((await send(attendant, sampleOf(endpoint))).status).toBe(403)
  })

  test.each(needing)('allows %s if the plan has it', async (_name, endpoint) => {
    const served = await callerOf(await world.company(), endpoint)

    expect((await send(served, sampleOf(endpoint))).body).not.toMatchObject(refused.body)
  })

  test('opens no WhatsApp connection, whatever fields are sent', async () => {
    for (const body of [
      { name: 'Loja', channel: 'whatsapp' },
      // The default channel is WhatsApp.
      { name: 'Loja' },
      { name: 'Loja', plan: { useWhatsapp: true }, useWhatsapp: true },
    ])
      expect(await admin.post('/whatsapp', body)).toMatchObject(refused)

    expect(await connectionsOf(company)).toEqual([])
  })

  test('opens a web chat, which every plan includes', async () => {
    await company.webChat()

    expect(await connectionsOf(company)).toEqual([{ channel: 'webchat' }])
  })

  test('cannot link a phone by importing messages into an existing connection', async () => {
    const { shop, boss, connection } = await withoutWhatsApp()

    expect(await boss.put(`/whatsapp/${connection}`, { importOldMessages: new Date().toISOString() })).toMatchObject(
      refused,
    )
    expect(await world.sql('select wish_number from whatsapp_sessions where company_id = $1', [shop.id])).toEqual([
      { wish_number: 1 },
    ])
  })

  test('lets an existing connection be changed, unlinked and removed', async () => {
    const { boss, connection } = await withoutWhatsApp()

    expect((await boss.put(`/whatsapp/${connection}`, { name: 'Loja fechada' })).status).toBe(200)
    expect((await boss.delete(`/whatsappsession/${connection}`)).status).toBe(200)
    expect((await boss.delete(`/whatsapp/${connection}`)).status).toBe(200)
  })

  test('creates no kanban lane', async () => {
    expect(await admin.post('/tags', { name: 'Etapa 1', kanban: 1 })).toMatchObject(refused)
    expect((await admin.post('/tags', { name: 'Cliente', kanban: 0 })).status).toBe(200)
  })

  test('assigns no ticket to an integration or a prompt', async () => {
    const { id } = await company.ticket()

    for (const change of [{ useIntegration: true }, { integrationId: 1 }, { promptId: 1 }])
      expect(await admin.put(`/tickets/${id}`, change)).toMatchObject(refused)
    // Existing clients send this with every ticket that is accepted.
    expect((await admin.put(`/tickets/${id}`, { useIntegration: false, promptId: null })).status).toBe(200)
  })
})

describe('a plan that changes', () => {
  test('takes effect for logged-in users with their next calls, and again when the feature returns', async () => {
    const shop = await world.company()
    const boss = await shop.admin()
    const plan = await planOf(shop)
    expect((await boss.post('/whatsapp-restart')).status).toBe(200)

    await operator.put(`/plans/${plan}`, { useWhatsapp: false })
    await eventually(async () => expect(await boss.post('/whatsapp-restart')).toMatchObject(refused))
    expect(await boss.post('/whatsapp', { name: 'Loja' })).toMatchObject(refused)

    await operator.put(`/plans/${plan}`, { useWhatsapp: true })
    await eventually(async () => expect((await boss.post('/whatsapp-restart')).status).toBe(200))
  })

  test('is told to open windows, which show and hide what the plan has', async () => {
    const shop = await world.company()
    const plan = await planOf(shop)
    const window = await (await shop.attendant()).listen()
    const outside = await (await world.company()).admin()
    const stranger = await outside.listen()
    const told = () => window.of('company').map(({ payload }) => payload.company.plan.useSchedules)

    await operator.put(`/plans/${plan}`, { useSchedules: false })
    await eventually(() => expect(told()).toEqual([false]))
    await operator.put(`/plans/${plan}`, { useSchedules: true })
    await eventually(() => expect(told()).toEqual([false, true]))
    await operator.put(`/companies/${shop.id}`, { planId: await planOf(company) })
    await eventually(() => expect(told()).toEqual([false, true, false]))
    expect(stranger.of('company')).toEqual([])
  })

  test('hides what was made with a feature and brings it back as it was', async () => {
    const shop = await world.company()
    const boss = await shop.admin()
    const plan = await planOf(shop)
    const { id: contactId } = (await boss.post('/contacts', { name: 'Rita Moura', number: '5511987654321' })).body
    const later = { body: 'Até amanhã', contactId, sendAt: '2031-03-10T09:00' }
    const { id } = (await boss.post('/schedules', later)).body
    const window = await boss.listen()

    await operator.put(`/plans/${plan}`, { useSchedules: false })
    await eventually(async () => expect(await boss.get('/schedules')).toMatchObject(refused))
    const heard = window.of('schedule').length
    const made = await Promise.all(Array.from({ length: 50 }, () => boss.post('/schedules', later)))
    expect(made.filter(({ status, body }) => status === 403 && body.error === 'ERR_PLAN_LIMIT')).toHaveLength(50)
    expect(window.of('schedule')).toHaveLength(heard)

    await operator.put(`/plans/${plan}`, { useSchedules: true })
    await eventually(async () => expect((await boss.get('/schedules')).body.schedules).toMatchObject([{ id }]))
    expect((await boss.put(`/schedules/${id}`, { body: 'Até breve' })).status).toBe(200)
    await eventually(() => expect(window.of('schedule').length).toBeGreaterThan(heard))
  })

  test("takes effect for open sockets: they are in the rooms of the plan's features only", async () => {
    const shop = await world.company({ plan: without('useCampaigns') })
    const plan = await planOf(shop)
    const { socket } = await (await shop.admin()).listen()
    const features = () =>
      [...(world.app.deps.live.io.of('/').adapter.sids.get(socket.id ?? '') ?? [])]
        .flatMap((room) => room.match(/:feature:(\w+)$/)?.[1] ?? [])
        .toSorted()
    expect(features()).toEqual(planFeatures.filter((feature) => feature !== 'useCampaigns').toSorted())

    await operator.put(`/plans/${plan}`, { useInternalChat: false, useCampaigns: true })
    await eventually(() =>
      expect(features()).toEqual(planFeatures.filter((feature) => feature !== 'useInternalChat').toSorted()),
    )

    await operator.put(`/companies/${shop.id}`, { planId: await planOf(company) })
    await eventually(() => expect(features()).toEqual([]))
  })
})

/** A company with a WhatsApp connection whose plan no longer includes WhatsApp. */
async function withoutWhatsApp() {
  const shop = await world.company()
  const boss = await shop.admin()
  const { id: connection } = (await boss.post('/whatsapp', { name: 'Loja' })).body
  // Without a network it is tried again and again. Only a session that has begun is linked again for an import.
  await eventually(async () => expect((await boss.get(`/whatsapp/${connection}`)).body.status).toBe('OPENING'))
  await operator.put(`/plans/${await planOf(shop)}`, { useWhatsapp: false })
  await eventually(async () => expect(await boss.post('/whatsapp-restart')).toMatchObject(refused))
  return { shop, boss, connection }
}

function send(caller: Caller, sample: ReturnType<typeof sampleOf>): Promise<Answer> {
  const url = withQuery(sample)
  if (sample.method === 'GET') return caller.get(url)
  if (sample.method === 'DELETE') return caller.delete(url)
  return sample.method === 'POST' ? caller.post(url, sample.body) : caller.put(url, sample.body)
}

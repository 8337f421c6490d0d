import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Listener, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let operator: Person
let heard: Listener

beforeAll(async () => {
  world = await createWorld()
  operator = await world.operator()
  heard = await operator.listen()
})
afterAll(() => world.close())

const mark = () => crypto.randomUUID().slice(0, 8)
const companyEvents = (id: number) =>
  heard
    .of('listedCompany')
    .map(({ payload }) => payload)
    .filter((event) => (event.action === 'delete' ? event.companyId : event.company.id) === id)
const planEvents = (id: number) =>
  heard
    .of('plan')
    .map(({ payload }) => payload)
    .filter((event) => (event.action === 'delete' ? event.planId : event.plan.id) === id)

describe('the lists of an operator', () => {
  test('hear of every company that is created, changed, renewed, closed and reopened', async () => {
    const body = { name: `Padaria ${mark()}`, email: `${mark()}@padaria.test`, password: 'Pao-Quente-1', planId: 1 }
    const { id } = (await operator.post('/companies', body)).body
    await eventually(() =>
      expect(companyEvents(id).at(-1)).toMatchObject({
        action: 'update',
        company: { name: body.name, numberAttendants: 1, numberConections: 0, closedAt: null },
      }),
    )

    const steps: [() => Promise<unknown>, object][] = [
      [() => operator.put(`/companies/${id}`, { dueDate: '2031-05-06' }), { dueDate: '2031-05-06' }],
      [() => operator.post(`/companies/${id}/renew`), { dueDate: '2031-06-06' }],
      [() => operator.delete(`/companies/${id}`), { status: false, closedAt: expect.any(String) }],
      [() => operator.post(`/companies/${id}/reopen`), { status: true, closedAt: null }],
    ]
    for (const [step, company] of steps) {
      await step()
      await eventually(() => expect(companyEvents(id).at(-1)).toMatchObject({ action: 'update', company }))
    }
  })

  test('hear of every plan that is created, changed and deleted', async () => {
    const { id } = (await operator.post('/plans', { name: `Plano ${mark()}`, users: 2, connections: 2, queues: 2 }))
      .body
    await eventually(() => expect(planEvents(id).at(-1)).toMatchObject({ action: 'update', plan: { users: 2 } }))
    await operator.put(`/plans/${id}`, { users: 5 })
    await eventually(() => expect(planEvents(id).at(-1)).toMatchObject({ action: 'update', plan: { users: 5 } }))
    await operator.delete(`/plans/${id}`)
    await eventually(() => expect(planEvents(id).at(-1)).toMatchObject({ action: 'delete', planId: id }))
  })

  test('are told to nobody else, neither live nor when they catch up', async () => {
    const company = await world.company()
    const admin = await company.admin()
    // An admin of the operator's own company is no operator.
    const made = { name: 'Caio', email: `${mark()}@guiche.test`, password: 'Senha-do-Caio-1', profile: 'admin' }
    expect((await operator.post('/users', made)).status).toBe(200)
    const colleague = await world.logIn(made.email, made.password)
    const strangers = [await admin.listen(), await colleague.listen()]
    const after = (await colleague.get('/events?after=0')).body.seq
    const seen = heard.of('listedCompany').length

    await operator.post(`/companies/${company.id}/renew`)
    await eventually(() => expect(heard.of('listedCompany').length).toBeGreaterThan(seen))

    for (const stranger of strangers) expect([...stranger.of('listedCompany'), ...stranger.of('plan')]).toEqual([])
    const names = (await colleague.get(`/events?after=${after}`)).body.events.map(({ name }: { name: string }) => name)
    expect(names.filter((name: string) => /companies|plan/.test(name))).toEqual([])
  })
})

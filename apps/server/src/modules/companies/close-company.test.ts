import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let operator: Person
let company: Company
let admin: Person

beforeAll(async () => {
  world = await createWorld()
  operator = await world.operator()
})
afterAll(() => world.close())
beforeEach(async () => {
  company = await world.company()
  admin = await company.admin()
})

const close = () => operator.delete(`/companies/${company.id}`)
const reopen = () => operator.post(`/companies/${company.id}/reopen`)
const listed = async () => {
  const { companies } = (await operator.get(`/companiesPlan?searchParam=${admin.email}`)).body
  return companies.find(({ id }: { id: number }) => id === company.id)
}
const audits = (action: string) =>
  world.sql('select actor_company_id as by from audit_log where company_id = $1 and action = $2', [company.id, action])
const daysAgo = (days: number) =>
  world.sql('update companies set closed_at = now() - make_interval(days => $2) where id = $1', [company.id, days])

describe('a closed company', () => {
  test('ends its sessions at once, with their sockets, and nobody can log in', async () => {
    const attendant = await company.attendant()
    const heard = await attendant.listen()

    expect((await close()).status).toBe(200)

    await eventually(async () => {
      for (const who of [admin, attendant])
        expect(await who.get('/users')).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } })
      expect(heard.socket.connected).toBe(false)
    })
    const refreshed = await world.anonymous.post('/auth/refresh_token', undefined, {
      cookies: { [admin.refreshCookie.name]: admin.refreshCookie.value },
    })
    expect(refreshed.status).toBe(401)
    expect(await world.anonymous.post('/auth/login', admin)).toMatchObject({
      status: 401,
      body: { error: 'ERR_INVALID_CREDENTIALS' },
    })
    expect(await audits('company.closed')).toEqual([{ by: 1 }])
  })

  test('shows its chat to no visitor any more', async () => {
    const chat = await company.webChat()
    await company.visitor(chat.token)

    await close()

    await eventually(async () => expect((await world.anonymous.get(`/web-chat/${chat.token}`)).status).toBe(404))
    expect((await world.anonymous.post(`/web-chat/${chat.token}/visitors`, {})).status).toBe(404)
  })

  test('sends no scheduled message', async () => {
    const connection = await company.connection()
    await company.sql('update connections set is_default = true where id = $1', [connection.id])
    const contact = (await admin.post('/contacts', { name: 'Mariana', number: '5511987654321' })).body
    const schedule = await admin.post('/schedules', {
      body: 'Sua hora é amanhã',
      contactId: contact.id,
      sendAt: '2031-03-10T09:00',
    })
    await close()
    await company.sql('update schedules set send_at = now(), recurs_from = now() where id = $1', [schedule.body.id])

    // The message of another company shows that this one would have been sent by now.
    const other = await world.company()
    const elsewhere = await other.connection()
    await other.sql('update connections set is_default = true where id = $1', [elsewhere.id])
    const boss = await other.admin()
    const customer = (await boss.post('/contacts', { name: 'Rita', number: '5511987654322' })).body
    const due = await boss.post('/schedules', { body: 'Até já', contactId: customer.id, sendAt: '2031-03-10T09:00' })
    await other.sql('update schedules set send_at = now(), recurs_from = now() where id = $1', [due.body.id])
    const sentBy = (id: number) => world.network.arrived.filter((one) => one.connectionId === id)
    await eventually(() => expect(sentBy(elsewhere.id)).toHaveLength(1))

    expect(sentBy(connection.id)).toEqual([])
  })

  test('stays in the operator’s list, with the time of its closing, and is neither changed nor renewed', async () => {
    await close()

    expect(await listed()).toMatchObject({ status: false, closedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) })
    const refused = { status: 400, body: { error: 'ERR_COMPANY_CLOSED' } }
    expect(await operator.put(`/companies/${company.id}`, { status: true })).toMatchObject(refused)
    expect(await operator.post(`/companies/${company.id}/renew`)).toMatchObject(refused)
    expect((await listed()).status).toBe(false)
  })

  test('keeps the time of its closing when it is closed again', async () => {
    await close()
    await daysAgo(20)
    const { closedAt } = await listed()

    expect((await close()).status).toBe(200)
    expect((await listed()).closedAt).toBe(closedAt)
    expect(await audits('company.closed')).toHaveLength(1)
  })

  test('works again once the operator has taken it back', async () => {
    await close()
    await daysAgo(29)

    expect(await reopen()).toMatchObject({ status: 200, body: { id: company.id, status: true } })

    expect((await listed()).closedAt).toBeNull()
    const back = await world.logIn(admin.email, admin.password)
    expect((await back.get('/users')).status).toBe(200)
    expect(await audits('company.reopened')).toEqual([{ by: 1 }])
  })

  test('cannot be taken back after 30 days', async () => {
    await close()
    await daysAgo(30)

    expect(await reopen()).toMatchObject({ status: 400, body: { error: 'ERR_COMPANY_CLOSED' } })
    expect((await listed()).closedAt).not.toBeNull()
  })
})

describe('closing', () => {
  test('is refused for the platform’s own company', async () => {
    expect(await operator.delete('/companies/1')).toMatchObject({
      status: 400,
      body: { error: 'ERR_PLATFORM_COMPANY' },
    })
    expect((await operator.get('/companies/1')).body).toMatchObject({ status: true })
  })

  test('and reopening are for the operator only', async () => {
    const stranger = await (await world.company()).admin()
    for (const who of [admin, await company.attendant(), stranger]) {
      expect((await who.delete(`/companies/${company.id}`)).status).toBe(403)
      expect((await who.post(`/companies/${company.id}/reopen`)).status).toBe(403)
    }
    expect((await admin.get('/users')).status).toBe(200)
    expect((await operator.delete('/companies/987654321')).status).toBe(404)
  })

  test('ten times at once closes once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, close))

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(await audits('company.closed')).toHaveLength(1)
  })

  test('leaves a company that is open as it is when it is reopened', async () => {
    expect((await reopen()).status).toBe(200)
    expect(await audits('company.reopened')).toEqual([])
  })
})

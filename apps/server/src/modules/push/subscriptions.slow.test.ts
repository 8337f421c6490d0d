import { beforeAll, describe, expect, test } from 'vitest'
import { NotOutside, createOutside } from '#platform/outside/outside'
import { said, someNumber } from '#test/inbound'
import type { PushService } from '#test/push-service'
import { pushOfFile } from '#test/scenes/push'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let company: Company
let queue: { id: number; name: string }
let admin: Person
let service: PushService
let world: World
const house = pushOfFile()
const { subscribed, customer, saidTo, rowsOf } = house
beforeAll(() => {
  ;({ company, queue, admin, service, world } = house.started)
})

describe('a subscription', () => {
  test('is one row for a browser, however often it subscribes, and its owner removes it', async () => {
    const ana = await company.attendant({ queues: [queue] })
    const { subscription } = service.browser()
    const first = await ana.post('/push/subscriptions', subscription)
    const again = await ana.post('/push/subscriptions', subscription)

    expect(again.body).toEqual(first.body)
    expect(await rowsOf(ana)).toHaveLength(1)
    expect((await admin.delete(`/push/subscriptions/${first.body.id}`)).status).toBe(404)
    expect((await ana.delete(`/push/subscriptions/${first.body.id}`)).status).toBe(200)
    expect(await rowsOf(ana)).toEqual([])
  })

  test('ends with the session: by a logout, a login elsewhere, or the removal of the user', async () => {
    const people = await Promise.all([1, 2, 3].map(() => company.attendant({ queues: [queue] })))
    const browsers = await Promise.all(people.map((person) => subscribed(person)))
    const [out, elsewhere, removed] = people
    if (!out || !elsewhere || !removed) throw new Error('nobody')

    await out.delete('/auth/logout')
    await world.logIn(elsewhere.email, elsewhere.password)
    await admin.delete(`/users/${removed.id}`)

    expect(await saidTo(await subscribed(await company.attendant({ queues: [queue] })))).toEqual([])
    expect(browsers.flatMap(({ notices }) => notices)).toEqual([])
    for (const person of people) await eventually(async () => expect(await rowsOf(person)).toEqual([]))
  })

  test.each([404, 403])('is removed when its push service answers %i', async (status) => {
    const ana = await company.attendant({ queues: [queue] })
    const browser = await subscribed(ana)
    browser.answerWith(status)

    await customer('Olá')

    await eventually(async () => expect(await rowsOf(ana)).toEqual([]))
  })

  test('stays when its push service has a failure', async () => {
    const ana = await company.attendant({ queues: [queue] })
    const browser = await subscribed(ana)
    browser.answerWith(500)
    await customer('Olá')
    await eventually(() => expect(browser.notices).toHaveLength(1))

    browser.answerWith(201)
    expect(await saidTo(browser)).toEqual(['Olá'])
  })

  test('needs https and a key that is a point of the curve', async () => {
    const { endpoint, keys } = service.browser().subscription
    for (const body of [
      { endpoint: endpoint.replace('https', 'http'), keys },
      { endpoint: 'javascript:alert(1)', keys },
      { endpoint: `https://push.example.net/${'x'.repeat(1000)}`, keys },
      { endpoint, keys: { ...keys, p256dh: `B${'A'.repeat(86)}` } },
      { endpoint, keys: { ...keys, auth: 'short' } },
      { endpoint },
    ])
      expect(await admin.post('/push/subscriptions', body)).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION' },
      })
    expect((await world.anonymous.get('/push/key')).status).toBe(401)
  })
})

test('nothing is sent to an address on this machine or in its network', async () => {
  const tries: Promise<unknown>[] = []
  const { post } = createOutside()
  const careful = await createWorld({
    outside: {
      post: (...sent) => {
        const answer = post(...sent)
        tries.push(answer.catch((error: unknown) => error))
        return answer
      },
    },
  })
  try {
    const house = await careful.company()
    const desk = await house.queue()
    const phone = await house.connection({ queues: [desk] })
    const browser = service.browser()
    await (await house.attendant({ queues: [desk] })).post('/push/subscriptions', browser.subscription)

    await phone.receive(said(someNumber(), 'Olá'))

    await eventually(() => expect(tries).toHaveLength(1))
    expect(await tries[0]).toBeInstanceOf(NotOutside)
    expect(browser.notices).toEqual([])
  } finally {
    await careful.close()
  }
})

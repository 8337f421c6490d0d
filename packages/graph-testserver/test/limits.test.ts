import { describe, expect, test } from 'vitest'
import { newTemplate, reply } from './printed/sends.ts'
import { errorOf, pageToken, testWorld } from './world.ts'

const world = testWorld()
const slow = { burst: 1, perSecond: 1 }

/** So many people, who have just written. */
async function people(count: number): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_one, at) => `55119${String(80000000 + at)}`)
  for (const number of numbers) await world.server.person(number, 'Ana').chat(world.shop.number).text('Oi')
  return numbers
}

const code = async (to: string) => errorOf(await world.send({ ...reply, to })).code

describe('there is a limit', () => {
  test('of a number, in a second', async () => {
    const [one = '', other = ''] = await people(2)
    world.server.clock.stop()
    world.server.limits.number = slow
    expect([await code(one), await code(other)]).toEqual([undefined, 130429])
    await world.server.clock.turn({ seconds: 1 })
    expect(await code(other)).toBeUndefined()
    expect((await world.send({ ...reply, to: one })).body).toEqual({
      error: {
        message: '(#130429) Rate limit hit',
        type: 'OAuthException',
        code: 130429,
        error_data: { messaging_product: 'whatsapp', details: 'Cloud API message throughput has been reached.' },
        fbtrace_id: expect.any(String),
      },
    })
  })

  test('of a number that the phone app uses too', async () => {
    const shared = world.shop.account.number('551133335555', 'Exemplo', { isOnPhoneApp: true })
    world.server.clock.stop()
    world.server.limits.sharedNumber = slow
    await world.server.person('5511987654321', 'Ana').chat(shared).text('Oi')
    expect((await world.send(reply, shared)).status).toBe(200)
    expect(errorOf(await world.send(reply, shared))).toMatchObject({ code: 130429 })
  })

  test('of a pair: a burst, which is paid back', async () => {
    const [one = '', other = ''] = await people(2)
    world.server.clock.stop()
    const codes: unknown[] = []
    for (let at = 0; at < 46; at++) codes.push(await code(one))
    expect(codes.indexOf(131056)).toBe(45)
    expect(await code(other)).toBeUndefined()
    await world.server.clock.turn({ seconds: 6 })
    expect([await code(one), await code(one)]).toEqual([undefined, 131056])
  })

  test('of the people whom a portfolio reaches in a day, over all its numbers', async () => {
    const { account, business } = world.shop
    account.approvesAtOnce = true
    await world.call('POST', `/${account.id}/message_templates`, {
      body: { ...newTemplate, components: [{ type: 'BODY', text: 'Seu pedido saiu.' }] },
    })
    const second = account.number('551133335555')
    const template = { type: 'template', template: { name: 'pedido_enviado', language: { code: 'pt_BR' } } }
    const reached = Array.from({ length: 250 }, (_one, at) =>
      world.server.person(`55119${String(80000000 + at)}`, 'Ana'),
    )
    for (const person of reached) expect(business.mayReach(person)).toBe(true)
    world.server.person('5511922222222', 'Rui')
    const to = { to: '5511922222222' }
    expect(errorOf(await world.send({ ...template, ...to }, second))).toMatchObject({ code: 131048 })
    expect((await world.send({ ...template, to: '5511980000000' })).status).toBe(200)
    await world.shop.number.changeTier('TIER_2K')
    expect((await world.send({ ...template, ...to }, second)).status).toBe(200)
    await world.server.clock.turn({ days: 1 })
    business.tier = 'TIER_250'
    expect((await world.send({ ...template, ...to })).status).toBe(200)
  })

  test('of calls about an account, for each app', async () => {
    world.server.limits.account = { burst: 1, perSecond: 1 / 3600 }
    const call = (token: string) => world.call('GET', `/${world.shop.account.id}`, { token })
    expect((await call(world.shop.token)).status).toBe(200)
    expect(errorOf(await call(world.shop.token))).toMatchObject({ code: 80007 })
    expect((await call(world.shop.business.token(world.server.app('Other')))).status).toBe(200)
  })

  test('of a page: in a second, and by the people who wrote', async () => {
    const token = await pageToken(world)
    const { friend, text } = world.server.person(undefined, 'Ana').at(world.shop.page)
    await text('Oi')
    world.server.clock.stop()
    world.server.limits.page = slow
    const send = () =>
      world.call('POST', '/1045/messages', { token, body: { recipient: { id: friend.id }, message: { text: 'a' } } })
    expect((await send()).status).toBe(200)
    const refused = await send()
    expect(errorOf(refused)).toMatchObject({ code: 613 })
    expect(refused.headers.get('x-business-use-case-usage')).toContain('"call_count":100')
    world.server.limits.page = undefined
    world.server.limits.pageCallsPerPerson = 0
    expect(errorOf(await send())).toMatchObject({ code: 32 })
    await world.settled()
  })

  test('that the test takes away', async () => {
    const [one = ''] = await people(1)
    world.server.clock.stop()
    Object.assign(world.server.limits, { number: undefined, pair: undefined })
    for (let at = 0; at < 100; at++) expect(await code(one)).toBeUndefined()
  })
})

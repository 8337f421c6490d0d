import { expect, test } from 'vitest'
import { reply } from './printed/sends.ts'
import { testWorld } from './world.ts'

const world = testWorld()

/** Ana, who has just written. */
async function ana() {
  const person = world.server.person('5511987654321', 'Ana')
  await person.chat(world.shop.number).text('Oi')
  world.receiver.take()
  return person
}

const post = (signal?: AbortSignal) =>
  fetch(`${world.server.url}/v25.0/${world.shop.number.id}/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.shop.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(reply),
    ...(signal && { signal }),
  })

test('an answer that is lost belongs to a message that is sent', async () => {
  const person = await ana()
  world.server.faults.loseAnswers()
  await expect(post()).rejects.toThrow('fetch failed')
  await world.settled()
  expect(person.inbox.messages).toHaveLength(1)
  expect(world.statuses()).toMatchObject([
    { status: 'sent', biz_opaque_callback_data: 'msg:8f14' },
    { status: 'delivered' },
  ])
})

test('a caller that has left before the answer belongs to a message that is sent too', async () => {
  const person = await ana()
  world.server.faults.delay(300, { on: 'POST /v25.0' })
  const before = world.server.requests.length
  const leaving = new AbortController()
  const call = post(leaving.signal)
  await expect.poll(() => world.server.requests.length).toBeGreaterThan(before)
  leaving.abort()
  await expect(call).rejects.toThrow('aborted')
  await person.inbox.waitFor(({ text }) => text !== '')
  await world.settled()
  expect(world.statuses()).toMatchObject([
    { status: 'sent', biz_opaque_callback_data: 'msg:8f14' },
    { status: 'delivered' },
  ])
})

test('a connection that is cut before it carried nothing out', async () => {
  const person = await ana()
  world.server.faults.reset()
  await expect(post()).rejects.toThrow('fetch failed')
  expect(person.inbox.messages).toHaveLength(0)
})

test('answers are errors, broken, or not limited for ever', async () => {
  await ana()
  world.server.faults.answer(503, { body: { error: { code: 2 } } })
  expect((await post()).status).toBe(503)
  world.server.faults.limitRate(7, { on: 'POST /v25.0' })
  const limited = await post()
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7'])
  world.server.faults.garble()
  await expect((await post()).json()).rejects.toThrow('JSON')
  expect((await post()).status).toBe(200)
  await world.settled()
})

test('it goes down, and comes up at the same place', async () => {
  await ana()
  await world.server.goDown()
  await expect(post()).rejects.toThrow('fetch failed')
  await world.server.comeUp()
  expect((await post()).status).toBe(200)
  await world.settled()
})

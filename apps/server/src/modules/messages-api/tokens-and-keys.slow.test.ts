import { invalidApiToken } from '@guiche/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { someNumber } from '#test/inbound'
import { messagesOf, send, sendFiles, shopIn } from '#test/scenes/programs'
import { type World, createWorld } from '#test/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const shop = () => shopIn(world)

describe('a call with an Idempotency-Key', () => {
  const key = { 'idempotency-key': 'pedido-4711' }

  test('is compared with its files', async () => {
    const place = await shop()
    const number = someNumber()
    const file = (data: Buffer) => [{ name: 'a.pdf', type: 'application/pdf', data }]

    const first = await sendFiles(place, { number }, file(samples.pdf), key)
    const again = await sendFiles(place, { number }, file(samples.pdf), key)
    const other = await sendFiles(place, { number }, file(Buffer.concat([samples.pdf, Buffer.from('\n')])), key)

    expect(again.body).toEqual(first.body)
    expect(other.status).toBe(409)
    expect(await messagesOf(place)).toHaveLength(1)
  })

  test('that was refused can be sent again', async () => {
    const place = await shop()
    const number = someNumber()
    await place.company.sql(`update connections set status = 'disconnected' where id = $1`, [place.connection.id])
    expect((await send(place, { number }, key)).status).toBe(400)
    await place.company.sql(`update connections set status = 'connected' where id = $1`, [place.connection.id])

    expect((await send(place, { number }, key)).status).toBe(200)
  })

  test('shares the key with no other token', async () => {
    const [one, other] = [await shop(), await shop()]

    const [first, second] = [await send(one, { number: '5511977770001' }, key), await send(other, {}, key)]

    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.body.id).not.toBe(second.body.id)
  })

  test.each(['', ' ', 'a'.repeat(256), 'com espaço'])('is refused if the key is "%s"', async (bad) => {
    const place = await shop()
    const { status } = await send(place, {}, { 'idempotency-key': bad })

    expect(status).toBe(400)
  })
})

describe('a program without a valid token (S61)', () => {
  const path = '/api/messages/send'
  const body = { number: '5511987654321', body: 'Oi' }
  const refused = { status: 403, body: { error: invalidApiToken } }

  test('is told only of that while files are not received', async () => {
    const answer = await world
      .program('A'.repeat(30))
      .upload(path, body, [{ field: 'medias', name: 'a.pdf', type: 'application/pdf', data: samples.pdf }])

    expect(answer).toMatchObject(refused)
  })

  test('is limited in its guesses, and valid tokens at the same address are not', async () => {
    const place = await shop()
    const address = '10.40.0.1'
    const answers = []
    for (let nth = 0; nth < 40; nth += 1)
      answers.push(await world.program(String(nth).padStart(30, 'Z'), address).post(path, body))

    expect(answers.at(-1)).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } })
    expect((await send({ program: world.program(place.token, address) }, {})).status).toBe(200)
  })
})

describe('a token of the messages API', () => {
  test('cannot be used by a second connection, in any company', async () => {
    const [one, other] = [await shop(), await shop()]
    const second = await one.company.connection()

    for (const [admin, id] of [
      [one.admin, second.id],
      [other.admin, other.connection.id],
    ] as const)
      expect(await admin.put(`/whatsapp/${id}`, { token: one.token })).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION', details: { issues: [{ message: 'alreadyUsed' }] } },
      })
    expect((await send(one, {})).status).toBe(200)
  })

  test('may call sixty times a minute, and others are not affected', async () => {
    const place = await shop()
    const other = await shop()
    const statuses = []
    for (let nth = 0; nth < 61; nth += 1) statuses.push((await place.program.get('/api/messages/987654321')).status)

    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 404), 429])
    const refused = await send(place, {})
    expect(refused).toMatchObject({ status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await send(other, {})).status).toBe(200)
  })
})

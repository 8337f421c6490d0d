import { createHmac } from 'node:crypto'
import { metaJson, signatureOf } from '@guiche/graph-testserver'
import { describe, expect, test } from 'vitest'
import { Receiver } from './receiver.ts'
import { errorOf, testWorld } from './world.ts'

const world = testWorld()
const appCall = (method: string, body?: object) =>
  world.call(method, `/${world.shop.app.id}/subscriptions`, { token: world.shop.app.token, ...(body && { body }) })

const ana = () => world.server.person('5511987654321', 'Ana Lima').chat(world.shop.number)

describe('the handshake', () => {
  const wanted = () => ({
    object: 'whatsapp_business_account',
    callback_url: world.receiver.url,
    verify_token: world.receiver.verifyToken,
    fields: 'messages,account_update',
  })

  test('subscribes the app', async () => {
    expect((await appCall('POST', wanted())).body).toEqual({ success: true })
    const { body } = await appCall('GET')
    expect(body['data']).toContainEqual({
      object: 'whatsapp_business_account',
      callback_url: world.receiver.url,
      active: true,
      fields: [
        { name: 'messages', version: 'v25.0' },
        { name: 'account_update', version: 'v25.0' },
      ],
    })
    expect((await appCall('DELETE', { object: 'page' })).body).toEqual({ success: true })
    expect(JSON.stringify((await appCall('GET')).body)).not.toContain('"page"')
  })

  test('fails with a wrong token, and with nobody there', async () => {
    expect(errorOf(await appCall('POST', { ...wanted(), verify_token: 'wrong' }))).toMatchObject({
      code: 2200,
      message: expect.stringContaining('403'),
    })
    expect(errorOf(await appCall('POST', { ...wanted(), callback_url: 'http://127.0.0.1:1/' }))).toMatchObject({
      code: 2200,
    })
  })

  test('is open to the app only', async () => {
    const other = world.server.app('Other')
    for (const token of [world.shop.token, other.token])
      expect((await world.call('GET', `/${world.shop.app.id}/subscriptions`, { token })).status).toBe(400)
  })
})

describe('a signature', () => {
  test('is that of the documentation', () => {
    const body = '{"object":"whatsapp_business_account","entry":[]}'
    expect(signatureOf('app-secret-example', body)).toBe(
      'sha256=6c957c4f986b25135337b7da0baf9a0341f32c395dec049e0fe15c294df2842b',
    )
  })

  test('is over the raw bytes, so that who serialises again gets another one', async () => {
    await ana().text('Olá, é 1/2 😀')
    const [webhook] = world.receiver.received
    if (!webhook) throw new Error('no webhook came')
    const { raw, isSigned, headers } = webhook
    expect(isSigned).toBe(true)
    expect(raw.toString()).toContain(String.raw`Ol\u00e1, \u00e9 1\/2 \ud83d\ude00`)
    const again = JSON.stringify(JSON.parse(raw.toString()))
    const digest = createHmac('sha256', world.shop.app.secret).update(again).digest('hex')
    expect(headers['x-hub-signature-256']).not.toBe(`sha256=${digest}`)
    expect(JSON.parse(metaJson({ text: 'Olá/😀' }))).toEqual({ text: 'Olá/😀' })
  })

  test('is wrong if the test wants it', async () => {
    world.server.webhooks.useWrongSecret()
    await ana().text('Oi')
    await ana2().text('Oi')
    expect(world.receiver.received.map(({ isSigned }) => isSigned)).toEqual([false, true])
  })
})

const ana2 = () => world.server.person('5511911111111', 'Rui').chat(world.shop.number)

describe('webhooks', () => {
  test('go to the address of the number, else of the account, else of the app', async () => {
    const other = await new Receiver().start()
    const chat = ana()
    const { account, number } = world.shop
    const override = { override_callback_uri: other.url, verify_token: other.verifyToken }
    const arrivals = async () => {
      await chat.text('Oi')
      return [world.receiver.take().length, other.take().length]
    }
    try {
      expect(await arrivals()).toEqual([1, 0])
      expect((await world.call('POST', `/${account.id}/subscribed_apps`, { body: override })).body).toEqual({
        success: true,
      })
      expect(await arrivals()).toEqual([0, 1])
      const back = { override_callback_uri: world.receiver.url, verify_token: world.receiver.verifyToken }
      await world.call('POST', `/${number.id}`, { body: { webhook_configuration: back } })
      expect(await arrivals()).toEqual([1, 0])
      await world.call('POST', `/${number.id}`, { body: { webhook_configuration: { override_callback_uri: '' } } })
      expect(await arrivals()).toEqual([0, 1])
      await world.call('POST', `/${account.id}/subscribed_apps`)
      expect(await arrivals()).toEqual([1, 0])
      await world.call('DELETE', `/${account.id}/subscribed_apps`)
      expect(await arrivals()).toEqual([0, 0])
    } finally {
      other.stop()
    }
  })

  test('hold up to 1,000 changes', async () => {
    const chat = ana()
    const { release } = world.server.webhooks.hold()
    for (let at = 0; at < 1100; at++) await chat.text(`Oi ${at}`)
    await release({ together: true })
    const counts = world.receiver.take().map((body) => JSON.stringify(body).match(/"field":"messages"/g)?.length)
    expect(counts).toEqual([1000, 100])
  })

  test('arrive twice, never, and the last one first', async () => {
    const chat = ana()
    const texts = () =>
      world
        .changes()
        .flatMap(({ value }) => (Array.isArray(value['messages']) ? value['messages'] : []))
        .map(({ text }) => text.body)
    world.server.webhooks.deliverTwice()
    await chat.text('a')
    expect(texts()).toEqual(['a', 'a'])
    world.server.webhooks.lose()
    await chat.text('b')
    expect(texts()).toEqual([])
    const held = world.server.webhooks.hold()
    await chat.text('c')
    await chat.text('d')
    expect(held.count).toBe(2)
    await held.release({ order: 'reversed' })
    expect(texts()).toEqual(['d', 'c'])
  })

  test('are sent again with growing pauses until they are answered with 200', async () => {
    const { clock, webhooks } = world.server
    clock.stop()
    world.receiver.status = 503
    await ana().text('Oi')
    const count = () => world.receiver.received.length
    expect(count()).toBe(1)
    await clock.turn({ seconds: 9 })
    expect(count()).toBe(1)
    await clock.turn({ seconds: 1 })
    expect(count()).toBe(2)
    await clock.turn({ seconds: 29 })
    expect(count()).toBe(2)
    await clock.turn({ seconds: 1 })
    expect([count(), webhooks.waiting]).toEqual([3, 1])
    world.receiver.status = 201
    await clock.turn({ minutes: 1 })
    world.receiver.status = 200
    await clock.turn({ minutes: 5 })
    expect([count(), webhooks.waiting]).toEqual([5, 0])
    expect(new Set(world.receiver.received.map(({ raw }) => raw.toString())).size).toBe(1)
    await clock.turn({ days: 1 })
    expect(count()).toBe(5)
  })

  test('are given up after seven days', async () => {
    const { clock, webhooks } = world.server
    clock.stop()
    world.receiver.status = 500
    await ana().text('Oi')
    await clock.turn({ days: 8 })
    expect([webhooks.waiting, webhooks.givenUp]).toEqual([0, 1])
  })

  test('can be anything', async () => {
    const { url } = world.receiver
    expect(await world.server.webhooks.sendRaw(url, '{"object":"x"}', world.shop.app.secret)).toBe(200)
    expect(await world.server.webhooks.sendRaw(url, '{"object":"x"}')).toBe(200)
    expect(world.receiver.received.map(({ isSigned }) => isSigned)).toEqual([true, false])
  })

  test('only come to apps that are linked, for the fields that they want', async () => {
    const other = world.server.app('Other')
    await world.server.subscribe(other, 'whatsapp_business_account', world.receiver.url, world.receiver.verifyToken, [
      'account_update',
    ])
    await ana().text('Oi')
    expect(world.receiver.take()).toHaveLength(1)
    world.shop.account.link(other)
    await ana2().text('Oi')
    expect(world.receiver.take()).toHaveLength(1)
    await world.shop.account.warn('SCAM')
    expect(world.receiver.take()).toHaveLength(2)
  })
})

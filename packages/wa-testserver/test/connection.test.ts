import { beforeEach, describe, expect, test } from 'vitest'
import type { Contact, LinkedDevice, Phone } from '../src/index.ts'
import type { Client } from './client.ts'
import { eventually, useWorld } from './world.ts'

describe('the connection', () => {
  const world = useWorld()
  let phone: Phone
  let client: Client
  let device: LinkedDevice
  let ana: Contact
  let contacts = 0

  beforeEach(async () => {
    ;({ phone, client } = await world.link())
    device = phone.linkedDevice
    ana = world.server.contact(`55119888870${String(++contacts).padStart(2, '0')}`, 'Ana')
  })

  test('is cut: the client reconnects and gets missed messages as offline ones', async () => {
    device.cut()
    await client.until('close', ({ closes }) => closes.length === 2)
    const missed = await ana.chat(phone).text('enquanto isso')

    await client.untilOpenAgain(1)

    expect(await client.message(missed.id)).toMatchObject({
      type: 'append',
      message: { message: { conversation: 'enquanto isso' } },
    })
    expect(client.seen.closes).toEqual([515, 428])
    await eventually(() => expect(missed.progress).toBe('delivered'))
  })

  test.for<[string, (device: LinkedDevice) => Promise<void> | void, number]>([
    ['is closed cleanly', (one) => one.close(), 428],
    ['ends because the server is overloaded', (one) => one.failStream(503), 503],
    ['ends because the server wants a restart', (one) => one.restart(), 515],
  ])('%s: the client comes back', async ([, end, code]) => {
    await end(device)

    await client.untilOpenAgain(1)

    expect(client.seen.closes).toEqual([515, code])
  })

  test('is refused twice at login: the third attempt succeeds', async () => {
    world.server.faults.refuseLogins(503, { times: 2, phone })
    device.cut()

    await client.untilOpenAgain(1)

    expect(client.seen.closes).toEqual([515, 428, 503, 503])
  })

  test('is replaced by another session: the client stops', async () => {
    await device.replace()

    await client.until('replaced', ({ closes }) => closes.at(-1) === 440)

    expect(client.seen.opens).toBe(1)
  })

  test('belongs to the last of two clients with the same credentials', async () => {
    const twin = world.client()
    twin.auth = client.auth
    twin.connect()

    await twin.until('open', ({ opens }) => opens > 0)

    await client.until('replaced', ({ closes }) => closes.at(-1) === 440)
    expect(twin.seen.closes).toEqual([])
  })

  test('is unlinked by the phone: the client stops, and its credentials are invalid', async () => {
    await device.unlink()
    await client.until('logged out', ({ closes }) => closes.at(-1) === 401)

    client.connect()

    await client.until('refused', ({ closes }) => closes.length === 3)
    expect(client.seen.closes).toEqual([515, 401, 401])
    expect(client.seen.opens).toBe(1)
  })

  test('is refused with a ban at login, which the client reports', async () => {
    client.reconnects = false
    device.cut()
    await client.until('close', ({ closes }) => closes.length === 2)
    world.server.faults.refuseLogins(403, { phone })

    client.connect()

    await client.until('banned', ({ closes }) => closes.at(-1) === 403)
    expect(client.seen.opens).toBe(1)
  })
})

describe('a server that no longer answers', () => {
  const world = useWorld()

  test('is given up by the client, which reconnects when the server answers again', async () => {
    const { phone, client } = await world.link({ config: { keepAliveIntervalMs: 100 } })
    const thaw = world.server.faults.freeze(phone)
    await client.until('gives up', ({ closes }) => closes.at(-1) === 408)
    thaw()

    await client.untilOpenAgain(1)

    expect(client.seen.closes[1]).toBe(408)
  })
})

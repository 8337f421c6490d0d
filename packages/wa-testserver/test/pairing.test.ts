import { Agent } from 'node:https'
import { describe, expect, test } from 'vitest'
import { useWorld } from './world.ts'

describe('pairing', () => {
  const world = useWorld({ initialKeys: 'all' })

  test('a phone scans the QR code; the client restarts, publishes its keys and is online', async () => {
    const { phone, client } = await world.link()

    expect(client.seen.closes).toEqual([515])
    expect(client.sock.user).toMatchObject({ id: phone.pnJid(1), lid: phone.lidJid(1), name: 'Loja Central' })
    expect(phone.linkedDevices).toHaveLength(1)
    expect(phone.linkedDevice.keys.count).toBeGreaterThan(800)
  })

  test('the code of eight characters that is typed on the phone does the same', async () => {
    const phone = world.phone()
    const client = world.client({ browser: ['Ubuntu', 'Chrome', '22.04'] })
    const asked = Promise.withResolvers<string>()
    client.onQr = () => asked.resolve(client.sock.requestPairingCode(phone.number))
    client.connect()

    await phone.enterCode(await asked.promise)
    await client.until('open', ({ opens }) => opens > 0)

    expect(phone.linkedDevices).toHaveLength(1)
  })

  test('six codes that nobody scans, then the client gives up; an old code is refused', async () => {
    const client = world.client({ qrTimeout: 1 })
    client.reconnects = false
    client.connect()

    await client.until('close', ({ closes }) => closes.length > 0)

    expect(client.seen.codes).toHaveLength(6)
    expect(client.seen.closes).toEqual([408])
    const [first = ''] = client.seen.codes
    await expect(world.phone().scan(first)).rejects.toThrow('expired')
  })

  test('a client that logs out is removed from the phone', async () => {
    const { phone, client } = await world.link()

    await client.sock.logout()

    await client.until('logged out', ({ closes }) => closes.at(-1) === 401)
    expect(phone.linkedDevices).toEqual([])
  })

  test('it works over wss as well', async () => {
    const { server } = world
    const { client } = await world.link({
      config: { waWebSocketUrl: server.secureUrl, agent: new Agent({ ca: server.media.tls.cert }) },
    })

    expect(client.seen.opens).toBe(1)
  })
})

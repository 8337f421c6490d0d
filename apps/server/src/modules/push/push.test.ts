import { decodeJwt, importJWK, jwtVerify } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { pushOfFile } from '#test/scenes/push'
import { type Company, type World, eventually } from '#test/world'

let company: Company
let queue: { id: number; name: string }
let world: World
const house = pushOfFile()
const { subscribed, customer, saidTo, rowsOf } = house
beforeAll(() => {
  ;({ company, queue, world } = house.started)
})

describe('a message of a customer', () => {
  test('is pushed to who sees the waiting ticket, encrypted and signed, and names the ticket', async () => {
    const ana = await company.attendant({ queues: [queue] })
    const browser = await subscribed(ana)

    const ticket = await customer('Quero um sofá')

    await eventually(() => expect(browser.notices).toHaveLength(1))
    expect(browser.notices).toEqual([
      { title: expect.any(String), body: 'Quero um sofá', tag: ticket.uuid, path: `/tickets/${ticket.uuid}` },
    ])
    const [headers] = browser.headers
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      urgency: 'high',
      topic: ticket.uuid.replaceAll('-', ''),
    })
    const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(headers?.authorization ?? '') ?? []
    expect((await ana.get('/push/key')).body).toEqual({ key })
    const point = Buffer.from(key, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
    await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256'))
    expect(decodeJwt(token).aud).toBe(new URL(browser.subscription.endpoint).origin)
  })

  test('is not pushed to who does not see the ticket, nor to another company', async () => {
    const outsider = await subscribed(await company.attendant({ queues: [await company.queue()] }))
    const stranger = await subscribed(await (await world.company()).admin())
    const ana = await subscribed(await company.attendant({ queues: [queue] }))

    await customer('Quero um sofá')

    expect(await saidTo(ana)).toEqual(['Quero um sofá'])
    expect([outsider.notices, stranger.notices]).toEqual([[], []])
  })

  test('is not pushed while a window of the user is in use', async () => {
    const ana = await company.attendant({ queues: [queue] })
    const browser = await subscribed(ana)
    const { socket } = await ana.listen()
    const isFocused = (focused: boolean) =>
      eventually(async () => {
        socket.emit('windowFocused', focused)
        const sockets = await world.app.deps.live.io.in(`c${company.id}:user:${ana.id}`).fetchSockets()
        expect(sockets.map(({ data }) => data.isFocused)).toEqual([focused])
      })
    const other = await subscribed(await company.attendant({ queues: [queue] }))
    await isFocused(true)
    await customer('Quero um sofá')
    await eventually(() => expect(other.notices).toHaveLength(1))

    await isFocused(false)
    expect(await saidTo(browser)).toEqual([])
  })
})

test('a transfer is pushed to its receiver with its note, and not to the user who made it', async () => {
  const [ana, bia] = [
    await company.attendant({ queues: [queue], name: 'Ana' }),
    await company.attendant({ queues: [queue] }),
  ]
  const ticket = await customer('Olá')
  await ana.put(`/tickets/${ticket.id}`, { status: 'open', userId: ana.id })
  const [ofAna, ofBia] = [await subscribed(ana), await subscribed(bia)]

  const to = { status: 'open', userId: bia.id, queueId: queue.id }
  await ana.put(`/tickets/${ticket.id}`, { ...to, transferNote: 'Quer entrega no sábado' })

  expect(await saidTo(ofBia)).toEqual(['Ana transferiu para você: Quer entrega no sábado'])
  expect(await saidTo(ofAna)).toEqual([])
})

describe('a subscription', () => {
  test('is removed when its push service answers 410', async () => {
    const ana = await company.attendant({ queues: [queue] })
    const browser = await subscribed(ana)
    browser.answerWith(410)

    await customer('Olá')

    await eventually(async () => expect(await rowsOf(ana)).toEqual([]))
  })
})

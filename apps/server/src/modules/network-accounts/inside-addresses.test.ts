import { type Server, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MetaShop, metaOfFile } from '#test/world/meta-world'
import { eventually } from '#test/world'

const meta = metaOfFile()
let shop: MetaShop
let insider: Server
let port: number
let calls = 0
beforeAll(async () => {
  shop = await meta.shop()
  insider = createServer((socket) => {
    calls += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => insider.listen(0, '::', resolve))
  const address = insider.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => new Promise((resolve) => insider.close(resolve)))

const inside = () => [
  `http://127.0.0.1:${port}/a`,
  `http://localhost:${port}/a`,
  `http://[::1]:${port}/a`,
  `http://0x7f.1:${port}/a`,
  `http://2130706433:${port}/a`,
  `http://user@127.0.0.1:${port}/a`,
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'gopher://127.0.0.1/a',
]

describe.each(['page', 'instagram'] as const)('an address inside that is told at a %s (S58)', (at) => {
  test('as that of a file is not called, and the message is shown without it', async () => {
    const { chat, messages, ticketId } = await meta.talk(at, shop)
    for (const address of inside()) await chat.attachment('image', address)
    await eventually(async () => expect(await messages()).toHaveLength(1 + inside().length))
    await eventually(async () => {
      const files = await shop.company.sql(
        `select f.state, (f.source->>'tries')::int > 0 as was_tried from files f
         join messages m on m.company_id = f.company_id and m.file_id = f.id
         where m.company_id = $1 and m.ticket_id = $2`,
        [shop.company.id, ticketId],
      )
      expect(files).toEqual(inside().map(() => ({ state: 'waiting', was_tried: true })))
    })
    expect(calls).toBe(0)
  })

  test('as that of a picture of a person is not called', async () => {
    const person = meta.server.person(undefined, 'Ana Lima')
    const chat = person.at(shop[at])
    meta.server.faults.answer(200, {
      body: { id: chat.friend.id, name: 'Ana Lima', profile_pic: `http://127.0.0.1:${port}/picture` },
      times: 99,
      on: `GET /v25.0/${chat.friend.id}`,
    })
    await chat.text('Oi')
    await meta.ticketOf(shop.company, `${shop[at].id}:${chat.friend.id}`)
    const asked = `GET /v25.0/${chat.friend.id}`
    await eventually(() => expect(meta.server.requests.filter((one) => one === asked).length).toBeGreaterThan(1))
    expect(calls).toBe(0)
    meta.server.faults.clear()
  })
})

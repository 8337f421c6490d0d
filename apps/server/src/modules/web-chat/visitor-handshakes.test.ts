import { type Socket, io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWindow } from '#test/visitor-socket'
import { type Visitor, type World, createWorld, eventually } from '#test/world'

let world: World
let visitor: Visitor
const opened = new Set<Socket>()
beforeAll(async () => {
  world = await createWorld()
  const company = await world.company()
  visitor = await company.visitor((await company.webChat()).token)
})
afterAll(async () => {
  for (const socket of opened) socket.close()
  await world.close()
})

/** A connection that sends handshakes without a visitor. Returns how many were refused before it was closed, if it was. */
async function knock(times: number): Promise<{ refused: number; isClosed: boolean }> {
  const connection = new WebSocket(`${(await world.url()).replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`)
  let refused = 0
  let isClosed = false
  connection.onopen = () => {
    for (let time = 0; time < times; time += 1) connection.send('40/web-chat,{"secret":"x"}')
  }
  connection.onmessage = ({ data }) => {
    if (String(data).startsWith('44/web-chat')) refused += 1
  }
  connection.onclose = () => (isClosed = true)
  await eventually(() => expect(isClosed || refused === times).toBe(true))
  connection.close()
  return { refused, isClosed }
}

test('a connection that sends handshakes again and again is closed', async () => {
  expect(await knock(10)).toEqual({ refused: 10, isClosed: false })
  expect(await knock(11)).toMatchObject({ isClosed: true })
})

test('an address that sends too many handshakes is disconnected, and its open windows stay', async () => {
  const first = await openWindow(world, visitor)
  let refused = 0
  while (refused < 300 && !(await knock(10)).isClosed) refused += 10

  expect(refused).toBeGreaterThan(200)
  expect(refused).toBeLessThan(300)
  const late = io(`${await world.url()}/web-chat`, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { secret: visitor.secret },
  })
  opened.add(late)
  let isDisconnected = false
  late.io.on('close', () => (isDisconnected = true))
  await eventually(() => expect(isDisconnected).toBe(true))
  expect(first.socket.connected).toBe(true)
})

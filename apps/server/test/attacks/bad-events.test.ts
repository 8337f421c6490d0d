import { type Endpoint, WebChatAck, WebChatTyping, api, clientEvents } from '@guiche/contract'
import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type VisitorSocket, openWindow } from '../visitor-socket.ts'
import { type Company, type Listener, type Person, type Visitor, eventually } from '#test/world'
import { nobody, sampleOf } from './contract-input.ts'
import { placesOf } from './fields-of.ts'
import { type WatchedWorld, createWatchedWorld } from './watched-world.ts'
import { wrongValues } from './wrong-values.ts'

let watched: WatchedWorld
let company: Company
let admin: Person
let visitor: Visitor

beforeAll(async () => {
  watched = await createWatchedWorld()
  company = await watched.world.company()
  admin = await company.admin()
  const ticket = await company.ticket()
  visitor = ticket.visitor
  const open: Listener = await admin.listen()
  const window: VisitorSocket = await openWindow(watched.world, visitor)
  heardByServer = { '/': eventsOf('/', open.socket), '/web-chat': eventsOf('/web-chat', window.socket) }
  open.close()
  window.close()
  await watched.world.app.deps.publisher.idle()
})
afterAll(() => watched.world.close())

type Namespace = '/' | '/web-chat'
let heardByServer: Record<Namespace, string[]>
const visitorEvents: Record<string, z.ZodType> = { typing: WebChatTyping, ack: WebChatAck }

test('the server handles the events of the contract and no others', () => {
  expect(heardByServer['/']).toEqual(Object.keys(clientEvents).toSorted())
  expect(heardByServer['/web-chat']).toEqual(Object.keys(visitorEvents).toSorted())
})

describe('an invalid payload changes nothing, and the socket stays connected (S36, S40)', () => {
  test.each(Object.entries<z.ZodType>(clientEvents))('%s of an attendant', async (event, schema) => {
    for (const some of inPortions(wrongPayloads(schema))) {
      const listener = await admin.listen()
      expect(await sendAll('/', listener.socket, event, some)).toEqual(nothing)
      listener.close()
    }
  })

  test.each(Object.entries(visitorEvents))('%s of a visitor', async (event, schema) => {
    for (const some of inPortions(wrongPayloads(schema))) {
      const window = await openWindow(watched.world, visitor)
      expect(await sendAll('/web-chat', window.socket, event, some)).toEqual(nothing)
      window.close()
      await eventually(() => expect(sidesOf('/web-chat').size).toBe(0))
    }
  })
})

/** Larger frames disconnect the socket, which the tests of sockets cover. */
const frame = 60_000

/** Arguments of an event: too many or too few, not JSON, or with one invalid value. */
function wrongPayloads(schema: z.ZodType): unknown[][] {
  const asCall: Endpoint = { ...api.createTag, body: schema }
  const values = Object.values(wrongValues).filter((value) => (JSON.stringify(value)?.length ?? 0) < frame)
  const whole = sampleOf(asCall).body ?? {}
  const inFields = placesOf(asCall).flatMap((field) =>
    values.map((value) => ({ ...whole, [field.name]: field.holding(value) })),
  )
  const odd = [
    [],
    [undefined, nobody],
    [nobody, 2, 3, 4, 5],
    [() => undefined],
    [Buffer.from('abc')],
    [[Buffer.alloc(10)], {}],
  ]
  const wrong = [...values, ...inFields].filter((value) => !schema.safeParse(value).success)
  return [...odd, ...wrong.map((value) => [value])]
}

/** Fewer events per second than the flood limit. */
function inPortions<T>(all: T[]): T[][] {
  const size = 25
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))
}

/** Everything that the server did because of these events. */
async function sendAll(namespace: Namespace, socket: Socket, event: string, payloads: unknown[][]): Promise<object> {
  const side = sidesOf(namespace).get(socket.id ?? '')
  if (!side) throw new Error('the server has no such socket')
  const before = [...side.rooms]
  await watched.writtenTables()
  let heard = 0
  side.onAny(() => (heard += 1))
  for (const payload of payloads) socket.emit(event, ...payload)
  await eventually(() => expect(heard).toBe(payloads.length))
  await watched.world.app.deps.publisher.idle()

  return {
    isConnected: socket.connected,
    joined: [...side.rooms].filter((room) => !before.includes(room) && !isOfNotifications(room)),
    written: await watched.writtenTables(),
    complaints: watched.complaints(),
  }
}

const nothing = { isConnected: true, joined: [], written: [], complaints: [] }

/** Valid without a payload. */
const isOfNotifications = (room: string) => room.includes(':notification')

const sidesOf = (namespace: Namespace) => watched.world.app.deps.live.io.of(namespace).sockets

function eventsOf(namespace: Namespace, socket: Socket): string[] {
  const own = ['disconnect', 'disconnecting', 'error']
  const names =
    sidesOf(namespace)
      .get(socket.id ?? '')
      ?.eventNames() ?? []
  return names
    .map(String)
    .filter((name) => !own.includes(name))
    .toSorted()
}

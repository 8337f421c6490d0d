import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Socket, io } from 'socket.io-client'
import { type BlackHole, createBlackHole } from '#test/black-hole'
import { type Company, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
let line: BlackHole
let socket: Socket | undefined
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  const { hostname, port } = new URL(await world.url())
  line = await createBlackHole({ host: hostname, port: Number(port) })
})
afterAll(async () => {
  socket?.close()
  await line.stop()
  await world.close()
})

test('a connection on which nothing arrives any more ends on both sides, and the user is offline (R19)', async () => {
  const [ana, admin] = [await company.attendant(), await company.admin()]
  socket = io(`http://127.0.0.1:${line.port}`, { auth: { token: ana.publicToken }, transports: ['websocket'] })
  const ends: string[] = []
  socket.on('disconnect', (reason) => ends.push(reason))
  const opened = new Promise((resolve) => socket?.on('ready', resolve))
  await opened
  const there = [...world.app.deps.live.io.of('/').sockets.values()].find(({ data }) => data.actor?.userId === ana.id)
  there?.on('disconnect', (reason) => ends.push(reason))
  const online = async () => (await admin.get(`/users/${ana.id}`)).body.online
  await eventually(async () => expect(await online()).toBe(true))

  line.open()

  // The interval and the timeout of the ping: 18 s each.
  await eventually(() => expect(ends).toEqual(['ping timeout', 'ping timeout']))
  await eventually(async () => expect(await online()).toBe(false))
}, 120_000)

import { afterAll } from 'vitest'
import { type Socket, io } from 'socket.io-client'
import type { Person, Visitor, World } from '#test/world'

/** Sockets to a server, closed after the tests of the file. Call this after the hook that closes the world. */
export function linesOfFile() {
  const opened = new Set<Socket>()
  afterAll(() => {
    for (const socket of opened) socket.close()
  })

  async function windowOf(url: string, { secret }: Visitor): Promise<void> {
    await up(io(`${url}/web-chat`, { auth: { secret }, transports: ['websocket'], forceNew: true }))
  }

  async function lineOf(url: string, person: Person | undefined): Promise<void> {
    const auth = { token: person?.publicToken }
    // Hundreds at once take long on a slow machine.
    const socket = io(url, { auth, transports: ['websocket'], forceNew: true, timeout: 120_000 })
    const told = new Promise((resolve) => socket.on('ready', resolve))
    await up(socket)
    await told
  }

  function up(socket: Socket): Promise<void> {
    opened.add(socket)
    return new Promise((resolve, reject) => {
      socket.on('connect', resolve)
      socket.on('connect_error', reject)
    })
  }

  return { opened, lineOf, windowOf }
}

/** The rooms of the server in which the socket is. */
export const roomsOf = (world: World, socket: Socket) => [
  ...(world.app.deps.live.io.of('/').adapter.sids.get(socket.id ?? '') ?? []),
]

export const hearsTickets = (world: World, socket: Socket) =>
  roomsOf(world, socket).some((room) => room.includes(':pending:'))

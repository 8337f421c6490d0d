import { type Socket, io } from 'socket.io-client'
import { type World, eventually } from '#test/world'

export interface VisitorSocket {
  socket: Socket
  // oxlint-disable-next-line typescript/no-explicit-any
  events: { name: string; payload: any }[]
  // oxlint-disable-next-line typescript/no-explicit-any
  of(name: 'message' | 'ack' | 'typing' | 'status'): any[]
  close(): void
}

interface Options {
  origin?: string
}

/** Opens a window of a visitor. Resolves after the server's greeting; rejects if it is refused. */
export async function openWindow(
  world: World,
  { secret }: { secret: string },
  { origin }: Options = {},
): Promise<VisitorSocket> {
  const socket = io(`${await world.url()}/web-chat`, {
    auth: { secret },
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    ...(origin !== undefined && { extraHeaders: { origin } }),
  })
  const events: VisitorSocket['events'] = []
  socket.onAny((name: string, payload: unknown) => events.push({ name, payload }))
  const of: VisitorSocket['of'] = (name) => events.filter((event) => event.name === name).map((event) => event.payload)
  const close = () => void socket.close()
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', () => resolve())
    socket.on('connect_error', (error) => {
      close()
      reject(error)
    })
  })
  await eventually(() => {
    if (of('status').length === 0) throw new Error('not told where it stands')
  })
  return { socket, events, of, close }
}

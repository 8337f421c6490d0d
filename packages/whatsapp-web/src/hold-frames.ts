import { setImmediate as turnsEnd } from 'node:timers/promises'
import { WebSocket } from 'ws'

/**
 * Nothing leaves before what caused it is stored: every frame of the line waits, in its order, for the journal. So the
 * network hears "received" only of what would survive this process (reliability, promise 1). Rejecting `mayLeave` ends the line.
 *
 * To the library a frame is written at once. It gives the keys that a message used away when that is written, a moment
 * later: they are stored with what comes meanwhile, and before the frame leaves.
 */
export function holdFrames(client: object, mayLeave: () => Promise<void>): void {
  const socket: unknown = Reflect.get(client, 'socket')
  if (!(socket instanceof WebSocket)) throw new Error('the library keeps its socket elsewhere')
  const send = socket.send.bind(socket)
  let last = Promise.resolve()
  socket.send = (data: Parameters<typeof send>[0], ...rest: unknown[]) => {
    const done = rest.find((one): one is (error?: Error) => void => typeof one === 'function')
    last = last
      .then(() => turnsEnd())
      .then(mayLeave)
      .then(() => send(data))
      .catch(() => socket.terminate())
    done?.()
  }
  const close = socket.close.bind(socket)
  // What was written before goes first.
  socket.close = (...how: Parameters<typeof close>) => {
    last = last.then(() => close(...how))
  }
}

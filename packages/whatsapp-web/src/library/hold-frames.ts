import { setImmediate as turnsEnd } from 'node:timers/promises'
import { WebSocket } from 'ws'

interface Hold {
  /** Resolves when all that was given until now is stored; rejecting ends the line. */
  stored: () => Promise<void>
  /** Asked right before a frame leaves; throwing ends the line. */
  mayLeave: () => void
}

/**
 * Nothing leaves before what caused it is stored: every frame of the line waits for the journal, and for those before it.
 * So the network hears "received" only of what would survive this process (reliability, promise 1).
 *
 * To the library a frame is written at once. It gives the keys that a message used away when that is written, a moment
 * later: they are stored with what comes meanwhile, and before the frame leaves. Each frame waits for what was to be stored
 * when it was written, and for nothing later: frames that were written together leave with one commit.
 */
export function holdFrames(client: object, { stored, mayLeave }: Hold): void {
  const socket: unknown = Reflect.get(client, 'socket')
  if (!(socket instanceof WebSocket)) throw new Error('the library keeps its socket elsewhere')
  const send = socket.send.bind(socket)
  let last = Promise.resolve()
  socket.send = (data: Parameters<typeof send>[0], ...rest: unknown[]) => {
    const done = rest.find((one): one is (error?: Error) => void => typeof one === 'function')
    const own = turnsEnd().then(stored)
    // Whoever fails before it in the row ends the line for it, too.
    own.catch(() => {})
    last = last
      .then(() => own)
      .then(() => {
        mayLeave()
        send(data)
      })
      .catch(() => socket.terminate())
    done?.()
  }
  const close = socket.close.bind(socket)
  // What was written before goes first.
  socket.close = (...how: Parameters<typeof close>) => {
    last = last.then(() => close(...how))
  }
}

import { setImmediate as turnsEnd } from 'node:timers/promises'
import { WebSocket } from 'ws'

interface Hold {
  /** Resolves when everything given so far is stored. A rejection closes the connection. */
  stored: () => Promise<void>
  /** Called right before a frame is sent. Throwing closes the connection. */
  mayLeave: () => void
}

/**
 * Delays every outgoing frame until the journal has stored what caused it, in order. So WhatsApp gets an acknowledgement
 * only for what would survive a crash of this process (reliability, promise 1).
 *
 * The library believes that a frame is written at once. It hands over the keys that a message used shortly after that, so
 * they are stored before the frame is sent. Each frame waits only for what was due when it was written, so that frames
 * written together leave after one commit.
 */
export function holdFrames(client: object, { stored, mayLeave }: Hold): void {
  const socket: unknown = Reflect.get(client, 'socket')
  if (!(socket instanceof WebSocket)) throw new Error('the library keeps its socket elsewhere')
  const send = socket.send.bind(socket)
  let last = Promise.resolve()
  socket.send = (data: Parameters<typeof send>[0], ...rest: unknown[]) => {
    const done = rest.find((one): one is (error?: Error) => void => typeof one === 'function')
    const own = turnsEnd().then(stored)
    // The chain below handles the failure; this avoids an unhandled rejection if an earlier frame fails first.
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
  // Frames that were written before are sent first.
  socket.close = (...how: Parameters<typeof close>) => {
    last = last.then(() => close(...how))
  }
}

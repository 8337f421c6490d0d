import type { Socket } from 'socket.io'

type Connection = Socket['conn']

/** What may wait for one browser (R17). */
const most = { events: 1000, bytes: 1_048_576 }

/**
 * Hangs up on a browser that does not read what it is sent, so that no memory is spent on it. It comes back, and asks for
 * what it missed or fetches everything anew.
 */
export function hangUpIfSlow(connection: Connection): void {
  let events = 0
  let bytes = 0
  connection.on('packetCreate', ({ data }: { data?: string | ArrayBufferLike }) => {
    events += 1
    bytes += typeof data === 'string' ? data.length : (data?.byteLength ?? 0)
    if (events > most.events || bytes > most.bytes) connection.close(true)
  })
  // What waits goes out together, as soon as all that went before has left.
  connection.on('flush', () => {
    events = 0
    bytes = 0
  })
}

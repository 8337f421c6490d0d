import type { Socket } from 'socket.io'

type Connection = Socket['conn']

/** What may be buffered for one browser (R17). */
const most = { events: 1000, bytes: 1_048_576 }

/**
 * Disconnects a browser that does not read its events, so that they do not fill the memory. It reconnects and fetches
 * what it missed.
 */
export function disconnectIfSlow(connection: Connection): void {
  let events = 0
  let bytes = 0
  connection.on('packetCreate', ({ data }: { data?: string | ArrayBufferLike }) => {
    events += 1
    bytes += typeof data === 'string' ? data.length : (data?.byteLength ?? 0)
    if (events > most.events || bytes > most.bytes) connection.close(true)
  })
  // A flush means that everything buffered before has been sent.
  connection.on('flush', () => {
    events = 0
    bytes = 0
  })
}

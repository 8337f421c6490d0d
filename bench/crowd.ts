import { type Socket, io } from 'socket.io-client'
import type { Attendant } from './attendants.ts'
import type { CrowdReport } from './measures/live.ts'

/** Many attendants in one process: connects them, counts what they hear, throws them out and lets them come back. */
const url = process.env['CROWD_URL'] ?? ''
const sockets: Socket[] = []
let report: CrowdReport = empty()

export type Order = { connect: Attendant[] } | 'reset' | 'report' | 'reconnect'

process.on('disconnect', () => process.exit())
process.on('message', (order: Order) => {
  void handle(order).then(() => process.send?.(report))
})

async function handle(order: Order): Promise<void> {
  if (order === 'reset') report = empty()
  if (order === 'reconnect') await reconnect()
  if (typeof order === 'object') await connect(order.connect)
}

async function connect(attendants: Attendant[]): Promise<void> {
  const begun = performance.now()
  await Promise.all(
    attendants.map(({ publicToken, companyId, userId }) => {
      const socket = io(url, {
        auth: { token: publicToken },
        query: { companyId, userId },
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
      })
      sockets.push(socket)
      socket.on(`company-${companyId}-appMessage`, (event: { action: string; message: { body: string } }) => {
        report.events += 1
        report.lastOf[event.message.body] = Date.now()
        report.bytes += Buffer.byteLength(JSON.stringify(event))
      })
      socket.on(`company-${companyId}-ticket`, () => (report.events += 1))
      socket.on(`company-${companyId}-user`, () => (report.presence += 1))
      return ready(socket)
    }),
  )
  report.connectedIn = performance.now() - begun
}

async function reconnect(): Promise<void> {
  for (const socket of sockets) socket.disconnect()
  const begun = performance.now()
  await Promise.all(
    sockets.map((socket) => {
      const back = ready(socket)
      socket.connect()
      return back
    }),
  )
  report.connectedIn = performance.now() - begun
  await new Promise((resolve) => setTimeout(resolve, 1500))
}

function ready(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('connect_error', reject)
    socket.once('ready', () => {
      for (const list of ['open', 'pending', 'group']) socket.emit('joinTickets', list)
      socket.emit('joinNotification')
      resolve()
    })
  })
}

function empty(): CrowdReport {
  return { connectedIn: 0, lastOf: {}, events: 0, bytes: 0, presence: 0 }
}

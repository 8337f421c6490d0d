import { type Socket, io } from 'socket.io-client'
import type { Attendant } from '../attendants.ts'
import { createClient } from '../client.ts'
import type { AttendantsReport } from '../measures/live.ts'

/** A process with many attendants: connects them, counts the events they receive, disconnects and reconnects them. */
const url = process.env['ATTENDANTS_URL'] ?? ''
const members: { socket: Socket; attendant: Attendant; seq: number }[] = []
let report: AttendantsReport = empty()

/** What is looked at of an event: of a ticket's message, or of an internal one. */
interface LiveEvent {
  seq?: number
  message?: { body: string }
  newMessage?: { message: string }
}

export type Order = { connect: Attendant[] } | 'reset' | 'report' | 'disconnect' | 'reconnect'

process.on('disconnect', () => process.exit())
process.on('message', (order: Order) => {
  void handle(order).then(() => process.send?.(report))
})

async function handle(order: Order): Promise<void> {
  if (order === 'reset') report = empty()
  if (order === 'disconnect') for (const { socket } of members) socket.disconnect()
  if (order === 'reconnect') await reconnect()
  if (typeof order === 'object') await connect(order.connect)
}

async function connect(attendants: Attendant[]): Promise<void> {
  const begun = performance.now()
  await Promise.all(
    attendants.map((attendant) => {
      const { publicToken, companyId, userId } = attendant
      const socket = io(url, {
        auth: { token: publicToken },
        query: { companyId, userId },
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
      })
      const member = { socket, attendant, seq: 0 }
      members.push(member)
      socket.onAny((name: string, event: LiveEvent) => {
        if (name === 'ready') return
        member.seq = Math.max(member.seq, event.seq ?? 0)
        if (name.endsWith('-user')) return void (report.presence += 1)
        report.events += 1
        const kind = name.replace(/^company-\d+-/, '')
        report.kinds[kind] = (report.kinds[kind] ?? 0) + 1
        report.bytes += Buffer.byteLength(JSON.stringify(event))
        const body = event.message?.body ?? event.newMessage?.message
        if (body !== undefined) report.lastOf[body] = Date.now()
      })
      return ready(member)
    }),
  )
  report.connectedIn = performance.now() - begun
}

/** Reconnects everybody at once; each then fetches the events it missed, as a browser does. */
async function reconnect(): Promise<void> {
  const begun = performance.now()
  await Promise.all(
    members.map(async (member) => {
      const after = member.seq
      const back = ready(member)
      member.socket.connect()
      await back
      if (member.attendant.token) await catchUp(member.attendant.token, after)
    }),
  )
  report.connectedIn = performance.now() - begun
  await new Promise((resolve) => setTimeout(resolve, 1500))
}

async function catchUp(token: string, after: number): Promise<void> {
  const client = createClient(url, { authorization: `Bearer ${token}` })
  const { status, text } = await client.get(`/events?after=${after}`)
  client.close()
  if (status !== 200) throw new Error(`catch-up answered ${status} ${text}`)
  const { events, resync }: { events: unknown[]; resync: boolean } = JSON.parse(text)
  report.caughtUp += events.length
  if (resync) report.resyncs += 1
}

function ready(member: (typeof members)[number]): Promise<void> {
  const { socket } = member
  return new Promise((resolve, reject) => {
    socket.once('connect_error', reject)
    socket.once('ready', ({ seq = 0 }: { seq?: number }) => {
      member.seq = Math.max(member.seq, seq)
      for (const list of ['open', 'pending', 'group']) socket.emit('joinTickets', list)
      socket.emit('joinNotification')
      resolve()
    })
  })
}

function empty(): AttendantsReport {
  return { connectedIn: 0, lastOf: {}, events: 0, kinds: {}, bytes: 0, presence: 0, caughtUp: 0, resyncs: 0 }
}

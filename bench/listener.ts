import { io } from 'socket.io-client'

interface Tokens {
  publicToken: string
  companyId: number
  userId: number
}

export interface Listener {
  arrived(): number
  /** How many updates of messages, such as acks, have arrived. */
  updated(): number
  bytes(): number
  /** Joins the rooms of these conversations, so that their acks arrive. */
  open(ticketIds: readonly number[]): void
  onMessage(hear: (body: string) => void): void
  until(count: number, timeout: number): Promise<void>
  close(): void
}

/** To the server this looks like an attendant's browser. */
export async function listen(url: string, { publicToken, companyId, userId }: Tokens): Promise<Listener> {
  const socket = io(url, {
    auth: { token: publicToken },
    query: { companyId, userId },
    transports: ['websocket'],
    forceNew: true,
  })
  let count = 0
  let updates = 0
  let bytes = 0
  const hearers: ((body: string) => void)[] = []
  socket.on(`company-${companyId}-appMessage`, (event: { action: string; message: { body: string } }) => {
    if (event.action !== 'create') return void (updates += 1)
    count += 1
    for (const hear of hearers) hear(event.message.body)
  })
  socket.io.engine?.on('data', (data: string) => (bytes += data.length))
  await new Promise<void>((resolve, reject) => {
    socket.on('ready', () => resolve())
    socket.on('connect_error', reject)
  })
  for (const list of ['open', 'pending', 'group']) socket.emit('joinTickets', list)
  socket.emit('joinNotification')
  return {
    arrived: () => count,
    updated: () => updates,
    bytes: () => bytes,
    open: (ticketIds) => {
      for (const id of ticketIds) socket.emit('joinChatBox', id)
    },
    onMessage: (hear) => void hearers.push(hear),
    until: async (wanted, timeout) => {
      const until = performance.now() + timeout
      while (count < wanted && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 10))
    },
    close: () => void socket.close(),
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import { type Socket, io } from 'socket.io-client'
import { samples } from '../files.ts'
import { type Chance, createChance } from './faults-chance.ts'

/** A message that was sent and acknowledged by the server. */
export interface Acknowledged {
  id: string
  body: string
}

export interface SeenAck {
  message: string
  ack: number
}

export interface LoadedVisitor {
  name: string
  id: string
  /** In the order of sending: each was sent only after the one before was acknowledged. */
  acknowledged: Acknowledged[]
  /** Ids of messages that came over the socket, and acks in the order of their arrival. */
  heard: string[]
  acks: SeenAck[]
  history(): Promise<{ id: string; body: string; fromMe: boolean; isSystem: boolean; mediaUrl: string | null }[]>
}

export interface LoadedAttendant {
  name: string
  /** By ticket, in the order of sending. */
  answered: Map<number, Acknowledged[]>
  acks: SeenAck[]
}

export interface Load {
  visitors: LoadedVisitor[]
  attendants: LoadedAttendant[]
  /** Unexpected answers to valid calls: all but 2xx, 429 and 503 `ERR_BUSY`. */
  strange: string[]
  /** Number of acknowledged messages. */
  count(): number
  /** Number of answers "busy". */
  refused(): number
  /** Lets everybody finish what they have begun. */
  end(): Promise<void>
  close(): void
}

interface Options {
  url: string
  operator: { email: string; password: string }
  seed: number
  visitors: number
  attendants: number
}

/** Clients that repeat each call, with the same id, until it succeeds. */
export async function createLoad({ url, operator, seed, ...size }: Options): Promise<Load> {
  const strange: string[] = []
  const sockets = new Set<Socket>()
  let isEnding = false
  let said = 0
  let busy = 0

  const office = await openOffice()
  const attendants = await Promise.all(
    Array.from({ length: size.attendants }, (_, index) => createAttendant(`a${index}`, createChance(seed + 1 + index))),
  )
  const visitors = await Promise.all(
    Array.from({ length: size.visitors }, (_, index) => createVisitor(`v${index}`, createChance(seed + 101 + index))),
  )
  await shareOut()
  const work = [...visitors, ...attendants].map((person) =>
    person.work().catch((error: unknown) => strange.push(`${person.name} gave up: ${String(error)}`)),
  )

  return {
    visitors,
    attendants,
    strange,
    count: () => said,
    refused: () => busy,
    end: async () => {
      isEnding = true
      await Promise.all(work)
    },
    close: () => {
      isEnding = true
      for (const socket of sockets) socket.close()
    },
  }

  async function openOffice() {
    const boss = await logIn(operator)
    const plan = await boss('POST', '/plans', { name: 'Plano', users: 50, connections: 5, queues: 5 })
    const admin = { email: 'admin@empresa.test', password: 'Senha-Forte-1' }
    await boss('POST', '/companies', { name: 'Casa Aurora', planId: plan.id, ...admin })
    const call = await logIn(admin)
    const queue = await call('POST', '/queue', { name: 'Vendas', color: '#0b8f6a' })
    const chat = await call('POST', '/whatsapp', { name: 'Chat', channel: 'webchat', queueIds: [queue.id] })
    return { call, queueId: Number(queue.id), token: String(chat.token) }
  }

  /** Assigns each ticket to an attendant. */
  async function shareOut() {
    for (const visitor of visitors) await visitor.write()
    const { tickets } = await untilYes(async () => {
      const list = await office.call('GET', '/tickets?status=pending&showAll=true')
      return list.tickets.length === visitors.length ? list : undefined
    })
    for (const [index, ticket] of tickets.entries()) await attendants[index % attendants.length]?.accept(ticket.id)
  }

  async function createVisitor(
    name: string,
    chance: Chance,
  ): Promise<LoadedVisitor & Worker & { write(): Promise<void> }> {
    const path = `/web-chat/${office.token}`
    const { visitorId, secret } = await ask('POST', `${path}/visitors`, { body: { name } })
    const headers = { authorization: `Bearer ${secret}` }
    const acknowledged: Acknowledged[] = []
    const heard: string[] = []
    const acks: SeenAck[] = []
    const window = open(`${url}/web-chat`, { secret })
    window.on('message', ({ id, fromMe, ack }: { id: string; fromMe: boolean; ack: number }) => {
      heard.push(id)
      if (fromMe) acks.push({ message: id, ack })
      else window.emit('ack', { id, ack: chance.between(2, 3) })
    })
    window.on('ack', ({ id, ack }: { id: string; ack: number }) => acks.push({ message: id, ack }))

    const write = async () => {
      const message = { id: chance.uuid(), body: `${name} diz ${acknowledged.length + 1}` }
      const file = chance.next() < 0.1 ? await samples.png(chance.between(8, 40)) : undefined
      await ask('POST', `${path}/messages`, { headers, body: message, file })
      acknowledged.push(message)
      said += 1
      // Sometimes a client has not received the answer and repeats an earlier message.
      const again = chance.next() < 0.15 ? chance.oneOf(acknowledged) : undefined
      if (again) await ask('POST', `${path}/messages`, { headers, body: again })
    }
    const work = async () => {
      while (!isEnding) {
        await write()
        await pause(chance.between(50, 400))
      }
    }
    const history = async () => {
      const page = await ask('GET', `${path}/messages`, { headers })
      const all = [...page.messages]
      for (let hasMore = page.hasMore; hasMore;) {
        const older = await ask('GET', `${path}/messages?before=${all[0].id}`, { headers })
        all.unshift(...older.messages)
        hasMore = older.hasMore
      }
      // Addresses of files are paths on the same server.
      return all.map((one) => ({ ...one, mediaUrl: one.mediaUrl && new URL(one.mediaUrl, url).href }))
    }
    return { name, id: visitorId, acknowledged, heard, acks, history, write, work }
  }

  async function createAttendant(
    name: string,
    chance: Chance,
  ): Promise<LoadedAttendant & Worker & { accept(ticketId: number): Promise<void> }> {
    const who = { email: `${name}@empresa.test`, password: 'Senha-Forte-1' }
    const { id } = await office.call('POST', '/users', { name, ...who, profile: 'user', queueIds: [office.queueId] })
    const answered = new Map<number, Acknowledged[]>()
    const acks: SeenAck[] = []
    const call = await logIn(who, (socket, companyId) =>
      socket.on(`company-${companyId}-appMessage`, ({ action, message }) => {
        if (action !== 'delete') acks.push({ message: String(message.id), ack: message.ack })
      }),
    )

    const accept = async (ticketId: number) => {
      await call('PUT', `/tickets/${ticketId}`, { status: 'open', userId: id, queueId: office.queueId })
      answered.set(ticketId, [])
    }
    const work = async () => {
      while (!isEnding) {
        const [ticketId, mine] = chance.oneOf([...answered])
        const message = { id: chance.uuid(), body: `${name} responde ${mine.length + 1}` }
        const file = chance.next() < 0.1 ? await samples.png(chance.between(8, 40)) : undefined
        const post = ({ id: clientId, body }: Acknowledged, attached?: Buffer) =>
          call('POST', `/messages/${ticketId}`, { clientId, body }, attached)
        await post(message, file)
        mine.push(message)
        said += 1
        if (chance.next() < 0.15) await post(chance.oneOf(mine))
        await pause(chance.between(50, 300))
      }
    }
    return { name, answered, acks, accept, work }
  }

  /** Logs in again when the session has expired, as in a long run. */
  async function logIn(
    who: { email: string; password: string },
    listen?: (socket: Socket, companyId: number) => void,
  ): Promise<(method: string, path: string, body?: object, file?: Buffer) => Promise<Said>> {
    let headers: Record<string, string> = {}
    let socket: Socket | undefined
    const enter = async () => {
      const { token, publicToken, user } = await ask('POST', '/auth/login', { body: who })
      headers = { authorization: `Bearer ${token}` }
      if (!listen) return Date.now()
      socket?.close()
      socket = open(url, { token: publicToken }, { companyId: user.companyId, userId: user.id })
      listen(socket, user.companyId)
      return Date.now()
    }
    let since = await enter()
    return async (method, path, body, file) => {
      if (Date.now() - since > 10 * 60_000) since = await enter()
      return ask(method, path, { headers, body, file })
    }
  }

  function open(address: string, auth: object, query: object = {}): Socket {
    const socket = io(address, {
      auth,
      query,
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 100,
      reconnectionDelayMax: 500,
    })
    sockets.add(socket)
    return socket
  }

  /** Repeats the call until it succeeds, and records unexpected answers. */
  async function ask(method: string, path: string, { headers = {}, body, file }: Question = {}): Promise<Said> {
    return untilYes(async () => {
      const response = await fetch(url + path, { method, ...contentOf(headers, body, file) })
      const text = await response.text()
      if (response.ok) return JSON.parse(text)
      const what = `${method} ${path} answered ${response.status} ${text}`
      if (response.status < 500 && response.status !== 429) throw new Error(what)
      const isBusy = response.status === 503 && JSON.parse(text).error === 'ERR_BUSY'
      if (isBusy) busy += 1
      else if (response.status !== 429) strange.push(what)
      return undefined
    })
  }
}

// Untyped, like the answers that an outside client sees.
// oxlint-disable-next-line typescript/no-explicit-any
type Said = any

interface Question {
  headers?: Record<string, string>
  body?: object | undefined
  file?: Buffer | undefined
}

interface Worker {
  work(): Promise<void>
}

function contentOf(headers: Record<string, string>, body: object | undefined, file: Buffer | undefined) {
  if (!body) return { headers }
  if (!file) return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.append(name, String(value))
  form.append('medias', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'foto.png')
  return { headers, body: form }
}

/** A broken connection counts as no answer. */
async function untilYes<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const answer = await attempt().catch((error: unknown) => {
      if (error instanceof TypeError || error instanceof SyntaxError) return undefined
      throw error
    })
    if (answer !== undefined) return answer
    await pause(50)
  }
}

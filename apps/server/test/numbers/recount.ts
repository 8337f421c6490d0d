import { type NumberName, type NumberValue, faceOf, gradeOf, npsGroupOf, starsOf } from '@guiche/contract'
import type { Company } from '#test/world'

// A recount of the numbers that shares nothing with the product: it replays the log and the messages of each ticket, one
// after the other, and counts with plain conditions. Times are in microseconds since 1970.

interface State {
  status: string
  userId: number | null
  queueId: number | null
}

interface LogLine {
  ticket: number
  at: number
  kind: string
  detail: { rating: number; best: number } | null
  move: { from: State | null; to: State } | null
}

interface MessageLine {
  ticket: number
  at: number
  fromMe: boolean
  sender: number | null
  origin: string
}

interface TicketLine extends State {
  id: number
  contact: number
  connection: number
  isGroup: boolean
  isImported: boolean
  isWaiting: boolean
}

/** What has a place in a filter. */
interface Placed {
  userId: number | null
  queueId: number | null
  connection: number
  isGroup: boolean
  isImported: boolean
}

export interface Attendance extends Placed {
  ticket: number
  contact: number
  created: number
  started: number | null
  closed: number | null
  finished: number | null
  rated: number | null
  rating: { rate: number; best: number } | null
}

interface Wait extends Placed {
  attendance: Attendance
  began: number
  ended: number
  by: 'person' | 'nobody'
  isFirst: boolean
}

export interface History {
  tickets: TicketLine[]
  attendances: Attendance[]
  waits: Wait[]
}

export async function readHistory(company: Pick<Company, 'id' | 'sql'>): Promise<History> {
  const micros = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint::float8`
  const tickets: TicketLine[] = await company.sql(
    `select id::float8, contact_id::float8 as contact, connection_id::float8 as connection, status, user_id::float8 as "userId",
            queue_id::float8 as "queueId", is_group as "isGroup", imported_at is not null as "isImported", waiting_since is not null as "isWaiting"
     from tickets where company_id = $1 order by id`,
    [company.id],
  )
  const log: LogLine[] = await company.sql(
    `select ticket_id::float8 as ticket, ${micros('created_at')} as at, kind, detail, move from ticket_log where company_id = $1 order by id`,
    [company.id],
  )
  const messages: MessageLine[] = await company.sql(
    `select ticket_id::float8 as ticket, ${micros('sent_at')} as at, from_me as "fromMe", sender_user_id::float8 as sender, origin
     from messages where company_id = $1 and ticket_id is not null and not is_private order by sent_at, id`,
    [company.id],
  )
  const history: History = { tickets, attendances: [], waits: [] }
  for (const ticket of tickets) {
    replay(
      history,
      ticket,
      log.filter((line) => line.ticket === ticket.id),
      messages.filter((line) => line.ticket === ticket.id),
    )
  }
  return history
}

const isOver = ({ status }: State) => status === 'closed' || status === 'nps'

function replay(history: History, ticket: TicketLine, log: LogLine[], messages: MessageLine[]): void {
  const { contact, connection, isGroup } = ticket
  let state: State | undefined
  let current: Attendance | undefined
  let waitsSince: number | undefined
  let waits = 0

  const begin = (at: number, to: State) => {
    const isImported = ticket.isImported && current === undefined
    const started = to.userId === null ? null : at
    const placed = { userId: to.userId, queueId: to.queueId, connection, isGroup, isImported }
    current = {
      ticket: ticket.id,
      contact,
      created: at,
      started,
      ...placed,
      closed: null,
      finished: null,
      rated: null,
      rating: null,
    }
    waits = 0
    history.attendances.push(current)
  }
  const endWait = (at: number, by: Wait['by'], userId: number | null) => {
    if (waitsSince === undefined || !current) return
    const { queueId, isImported } = current
    const placed = { userId, queueId, connection, isGroup, isImported }
    history.waits.push({
      attendance: current,
      began: waitsSince,
      ended: Math.max(at, waitsSince),
      by,
      isFirst: waits === 0,
      ...placed,
    })
    waits += 1
    waitsSince = undefined
  }

  const events = [
    ...log.map((line) => ({ at: line.at, line })),
    ...messages.map((message) => ({ at: message.at, message })),
  ].toSorted((one, other) => one.at - other.at)
  for (const event of events) {
    if ('message' in event) {
      const { fromMe, sender, origin } = event.message
      if (!fromMe) waitsSince ??= event.at
      else if (sender !== null || origin === 'phone') endWait(event.at, 'person', sender)
      continue
    }
    const { kind, detail, move } = event.line
    if (kind === 'rated' && current && detail) {
      current.rated = event.at
      current.rating = { rate: detail.rating, best: detail.best }
    }
    if (!move) continue
    const { from, to } = move
    const wasOver = from !== null && isOver(from)
    if (isOver(to) && !wasOver && kind !== 'merge') endWait(event.at, 'nobody', null)
    if (isOver(to)) waitsSince = undefined
    if (to.status === 'pending' && (kind === 'pending' || kind === 'transfered')) waitsSince ??= event.at
    if (!from || (wasOver && !isOver(to))) {
      if (from?.status === 'nps' && current) current.finished = event.at
      begin(event.at, to)
    } else if (current) {
      current.userId = to.userId
      current.queueId = to.queueId
      if (!isOver(to) && to.userId !== null) current.started ??= event.at
      if (isOver(to)) current.closed ??= event.at
      if (to.status === 'closed') current.finished ??= event.at
    }
    state = to
  }
  if (state && (state.status !== ticket.status || state.userId !== ticket.userId || state.queueId !== ticket.queueId))
    throw new Error(`the log of ticket ${ticket.id} ends elsewhere: ${JSON.stringify({ state, ticket })}`)
}

export interface Filter {
  from: string
  to: string
  timezone: string
  queueIds?: number[]
  userIds?: number[]
  whatsappIds?: number[]
  groups?: boolean
  imports?: boolean
}

const clocks = new Map<string, Intl.DateTimeFormat>()

export function localOf(micros: number, timezone: string): { day: string; hour: number } {
  let clock = clocks.get(timezone)
  if (!clock) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', hourCycle: 'h23' } as const
    clock = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, ...parts })
    clocks.set(timezone, clock)
  }
  const [day = '', hour = ''] = clock.format(new Date(Math.floor(micros / 1000))).split(', ')
  return { day, hour: Number(hour) }
}

export interface Counted {
  at: number
  placed: Placed
  value: number | null
}

/** What a number is made of, under a filter. */
export function countedBy(history: History, name: NumberName, filter: Filter): Counted[] {
  return counted(history, name).filter(({ at, placed }) => {
    const { queueIds = [], userIds = [], whatsappIds = [], groups = false, imports = false } = filter
    if (queueIds.length > 0 && !queueIds.includes(placed.queueId ?? 0)) return false
    if (userIds.length > 0 && !userIds.includes(placed.userId ?? 0)) return false
    if (whatsappIds.length > 0 && !whatsappIds.includes(placed.connection)) return false
    if (!groups && placed.isGroup) return false
    if (!imports && placed.isImported) return false
    if (name.endsWith('Now')) return true
    const { day } = localOf(at, filter.timezone)
    return filter.from <= day && day <= filter.to
  })
}

const seconds = (from: number, to: number) => Math.max(0, Math.floor((to - from) / 1_000_000))

function counted({ tickets, attendances, waits }: History, name: NumberName): Counted[] {
  const now = (is: (ticket: TicketLine) => boolean) =>
    tickets.filter(is).map((ticket) => ({ at: 0, placed: ticket, value: null }))
  const by = (
    moment: (one: Attendance) => number | null,
    is: (one: Attendance) => boolean = () => true,
    value: (one: Attendance) => number | null = () => null,
  ) =>
    attendances.flatMap((one) => {
      const at = moment(one)
      return at === null || !is(one) ? [] : [{ at, placed: one, value: value(one) }]
    })
  const created = (one: Attendance) => one.created
  const closed = (one: Attendance) => one.closed
  const rated = (one: Attendance) => one.rated
  const ended = (is: (wait: Wait) => boolean, hasValue = true) =>
    waits
      .filter(is)
      .map((wait) => ({ at: wait.ended, placed: wait, value: hasValue ? seconds(wait.began, wait.ended) : null }))
  const isAnswered = (wait: Wait) => wait.by === 'person'
  const rating = (is: (given: { rate: number; best: number }) => boolean) =>
    by(rated, ({ rating: given }) => given !== null && is(given))

  switch (name) {
    case 'pendingNow':
      return now(({ status }) => status === 'pending' || status === 'lgpd')
    case 'openNow':
      return now(({ status }) => status === 'open')
    case 'waitingNow':
      return now((ticket) => ticket.status !== 'closed' && ticket.isWaiting)
    case 'ratingNow':
      return now(({ status }) => status === 'nps')
    case 'started':
      return by(created)
    case 'leads':
      return by(created, (one) =>
        attendances.every((other) => other.contact !== one.contact || other.created >= one.created),
      )
    case 'finished':
      return by(closed)
    case 'finishedByPeople':
      return by(closed, ({ userId }) => userId !== null)
    case 'finishedByBots':
      return by(closed, ({ userId }) => userId === null)
    case 'finishedUnanswered':
      return by(closed, (one) => {
        const own = waits.filter(({ attendance }) => attendance === one)
        return own.length > 0 && !own.some(isAnswered)
      })
    case 'serviceTime':
      return by(
        closed,
        ({ started }) => started !== null,
        (one) => seconds(one.started ?? 0, one.closed ?? 0),
      )
    case 'pickupTime':
      return by(
        closed,
        ({ started }) => started !== null,
        (one) => seconds(one.created, one.started ?? 0),
      )
    case 'closed':
      return by((one) => one.finished)
    case 'unrated':
      return by(
        (one) => one.finished,
        (one) => one.rating === null,
      )
    case 'rated':
      return rating(() => true)
    case 'score':
      return by(rated, undefined, (one) => (one.rating ? Math.round(starsOf(one.rating) * 100) / 100 : null))
    case 'great':
    case 'good':
    case 'bad':
      return rating((given) => gradeOf(given) === name && faceOf(given) > 0)
    case 'promoters':
    case 'passives':
    case 'detractors':
      return rating((given) => npsGroupOf(given) === name)
    case 'waitTime':
    case 'waitServiceTime':
      return ended(isAnswered)
    case 'firstWaitTime':
      return ended((wait) => isAnswered(wait) && wait.isFirst)
    case 'unansweredWaits':
      return ended((wait) => !isAnswered(wait), false)
  }
}

/** The number that is shown for these. `waitingNow` changes while the test runs, so its value is not told. */
export function shownOf(name: NumberName, counted: Counted[]): NumberValue {
  const count = counted.length
  const values = counted.flatMap(({ value }) => value ?? [])
  const isMean = name === 'score' || name.endsWith('Time')
  if (!isMean) return { count, value: count, median: null, p90: null }
  if (count === 0) return { count, value: null, median: null, p90: null }
  const scale = name === 'score' ? 100 : 1
  const cut = values.map((value) => threeDigits(Math.round(value * scale))).toSorted((one, other) => one - other)
  const at = (share: number) => (cut[Math.max(1, Math.ceil(count * share)) - 1] ?? 0) / scale
  const sum = values.reduce((all, value) => all + Math.round(value * scale), 0)
  return { count, value: Math.round((sum / count / scale) * 100) / 100, median: at(0.5), p90: at(0.9) }
}

function threeDigits(value: number): number {
  const digits = String(value)
  return Number(digits.slice(0, 3).padEnd(digits.length, '0'))
}

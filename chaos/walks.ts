import { setTimeout as pause } from 'node:timers/promises'
import type { Contact } from '@guiche/wa-testserver'
import type { PhoneCompany, PhoneProcesses } from '../apps/server/test/processes/phone-processes.ts'
import { differences } from './differences.ts'
import type { Clock } from './talk.ts'

/** Customers who walk the menus of a bot while faults happen, one ticket after the other. */
export interface Walks {
  go(clock: Clock, duration: number): Promise<void>
  /** I9: each message is answered once, or was missed; each answer is on the phone once, in order; all get to a queue. */
  violations(): Promise<string[]>
  /** Walks that were made to their end. */
  made(): number
}

const customers = 4
/** Of each customer. A walk has three answers, and the bot says at most 20 things to a customer in 10 minutes. */
const walksOfEach = 6
const menu = 'Sobre o que quer falar?'
const queues = ['Entregas', 'Trocas'].map((name) => ({
  name,
  greeting: `Aqui é ${name}.`,
  options: ['Prazos', 'Pedidos'].map((option) => ({ name: option, answer: `${option} de ${name}: um momento.` })),
}))

interface Walker {
  contact: Contact
  said: (NonNullable<Saying> & { id: string })[]
  /** The queue that each walk led to. */
  walks: number[]
}

interface Place {
  id: number
  queue_id: string | null
  place: { optionId: number | null } | 'done' | null
}

/**
 * What a customer says next, what the answer contains, and what the log of the ticket then has about it; undefined: they
 * wait for a person.
 */
type Saying = { body: string; expected: string; logged: string[] } | undefined

/** An inbound message with the answers before the next one. */
interface Turn {
  external_id: string
  answers: string[]
  /** The kinds of the entries of the ticket log about this message. */
  logged: string[]
}

export async function openWalks({ whatsApp, company: create, processes, sql }: PhoneProcesses): Promise<Walks> {
  const company = await create({ name: 'Casa Cruz', domain: 'balcao.test', number: '5511900000003' })
  const { companyId, token } = company.admin
  const [first] = processes
  if (!first) throw new Error('no process runs')
  const { calls } = first
  const queueIds = await setUp(company)
  /** Delivered after the connection was away: the bot leaves those to people (docs/adr/0006). */
  const missed = new Set<string>()
  whatsApp.faults.intercept(({ tag, attrs }, direction) => {
    if (tag === 'message' && direction === 'toClient' && attrs['offline'] !== undefined && attrs['id'] !== undefined)
      missed.add(attrs['id'])
    return 'pass'
  })
  const walkers = Array.from({ length: customers }, (_, nth): Walker => {
    const number = `5511988882${String(nth).padStart(3, '0')}`
    return { contact: whatsApp.contact(number, `m${nth}`), said: [], walks: [] }
  })

  return {
    go: async (clock, duration) => {
      await Promise.all(
        walkers.map(async (walker, nth) => {
          for (let turn = 0; turn < walksOfEach; turn += 1) {
            await pause(Math.max(0, (turn * duration) / walksOfEach - clock()))
            if (clock() < duration) await walk(walker, nth + turn)
          }
        }),
      )
    },
    violations: async () => (await Promise.all(walkers.map(violationsOf))).flat(),
    made: () => walkers.reduce((total, { walks }) => total + walks.length, 0),
  }

  async function setUp({ connectionId }: PhoneCompany): Promise<number[]> {
    const ids: number[] = []
    for (const [nth, { name, greeting, options }] of queues.entries()) {
      const chatbots = options.map((option) => ({ name: option.name, greetingMessage: option.answer }))
      const body = { name, color: `#2f6fd${nth}`, orderQueue: nth + 1, greetingMessage: greeting, chatbots }
      ids.push((await calls.ask('POST', '/queue', { token, body })).id)
    }
    const body = { queueIds: ids, greetingMessage: menu }
    await calls.ask('PUT', `/whatsapp/${connectionId}`, { token, body })
    return ids
  }

  /** A ticket: the menu of queues, the menu of a queue, an option, and a person who closes the ticket. */
  async function walk(walker: Walker, choice: number): Promise<void> {
    for (;;) {
      const ticket = await placeOf(walker)
      const saying = nextSaying(ticket, choice)
      if (!saying) {
        walker.walks.push(choice % queues.length)
        const body = { status: 'closed', sendFarewellMessage: false }
        return void (await calls.ask('PUT', `/tickets/${ticket?.id}`, { token, body }))
      }
      await say(walker, saying)
    }
  }

  function nextSaying(ticket: Place | undefined, choice: number): Saying {
    const chosen = choice % queues.length
    const queue = queues[chosen]
    if (!ticket || ticket.place === null) return { body: 'Oi', expected: menu, logged: ['chatBot'] }
    if (!queue || ticket.place === 'done') return undefined
    if (ticket.queue_id === null)
      return { body: String(chosen + 1), expected: queue.greeting, logged: ['queue', 'chatBot'] }
    const option = choice % queue.options.length
    return { body: String(option + 1), expected: queue.options[option]?.answer ?? '', logged: ['chatBot'] }
  }

  /** The answer is stored together with the message; a message that was missed has none, and is said again. */
  async function say({ contact, said }: Walker, saying: NonNullable<Saying>): Promise<void> {
    // Another second than that of the last answer: what comes within it was written before it was read.
    await pause(1100)
    const { id } = await contact.chat(company.phone).text(saying.body)
    said.push({ id, ...saying })
    for (const until = performance.now() + 120_000; !(await isStored(id)); await pause(200))
      if (performance.now() > until) throw new Error(`"${saying.body}" of ${contact.name} was not stored`)
  }

  async function isStored(id: string): Promise<boolean> {
    const find = 'select from messages where company_id = $1 and external_id = $2'
    return (await patiently(find, [companyId, id])).length > 0
  }

  async function placeOf({ contact }: Walker): Promise<Place | undefined> {
    const [ticket] = await patiently(
      `select t.id, t.queue_id, t.bot -> 'place' as place
       from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
       where t.company_id = $1 and c.name = $2 and t.status <> 'closed'`,
      [companyId, contact.name],
    )
    return ticket && { ...ticket, id: Number(ticket.id), place: ticket.place ?? null }
  }

  /** While the database restarts, nobody can look. */
  async function patiently(text: string, values: unknown[]) {
    for (const until = performance.now() + 60_000; ; await pause(200)) {
      const rows = await sql(text, values).catch((error: unknown) => {
        if (performance.now() > until) throw error
      })
      if (rows) return rows
    }
  }

  async function violationsOf({ contact, said, walks }: Walker): Promise<string[]> {
    const { name } = contact
    const rows = await sql(
      `select m.external_id, m.body, m.from_me,
         (select coalesce(json_agg(l.kind order by l.id), '[]') from ticket_log l where l.company_id = m.company_id and l.ticket_id = m.ticket_id
            and l.detail ->> 'messageId' = m.id::text) as logged
       from messages m
       join tickets t on t.company_id = m.company_id and t.id = m.ticket_id
       join contacts c on c.company_id = t.company_id and c.id = t.contact_id
       where m.company_id = $1 and c.name = $2 order by m.id`,
      [companyId, name],
    )
    const turns = rows.reduce<Turn[]>((all, { from_me: isAnswer, body, ...row }) => {
      if (isAnswer) all.at(-1)?.answers.push(body)
      else all.push({ ...row, answers: [] })
      return all
    }, [])
    const answers = rows.filter(({ from_me }) => from_me).map(({ external_id }) => external_id)
    const heard = contact.inbox.filter(({ from }) => from === company.phone).map(({ id }) => id)
    const tickets = await sql(
      `select t.queue_id, t.status from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
       where t.company_id = $1 and c.name = $2 order by t.id`,
      [companyId, name],
    )
    return [
      ...differences(
        `I9: what ${name} said`,
        said.map(({ id }) => id),
        turns.map(({ external_id }) => external_id),
      ),
      ...said.flatMap(({ id, ...saying }) =>
        turnIsRight(
          name,
          saying,
          turns.find(({ external_id }) => external_id === id),
        ),
      ),
      ...differences(`I9: the answers to ${name}`, answers, heard),
      ...differences(
        `I9: where the walks of ${name} led`,
        walks.map((queue, nth) => `${nth}: ${queueIds[queue]} closed`),
        tickets.map(({ queue_id, status }, nth) => `${nth}: ${queue_id} ${status}`),
      ),
    ]
  }

  function turnIsRight(
    name: string,
    { body, expected, logged }: NonNullable<Saying>,
    turn: Turn | undefined,
  ): string[] {
    if (!turn) return []
    const { answers, external_id } = turn
    if (answers.length === 0 && turn.logged.length === 0 && missed.has(external_id)) return []
    const isRight = String(turn.logged) === String(logged) && answers.length === 1 && answers[0]?.includes(expected)
    return isRight
      ? []
      : [`I9: to "${body}" of ${name} the bot said ${JSON.stringify(answers)} and logged ${turn.logged.join(', ')}`]
  }
}

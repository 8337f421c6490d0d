import { expect } from 'vitest'
import { said, someNumber } from '../inbound.ts'
import type { Company, Person, TestConnection, World } from '#test/world'

export interface Setup {
  own: Company
  connection: TestConnection
  queue: { id: number; name: string }
}

export interface Step {
  text: string
  media?: 'none' | 'audio' | 'video' | 'other'
  at?: string
}

const settings = {
  greetingMessage: 'Olá, {{firstName}}! {{ms}}, aqui é a {{name_company}} por {{connection}}.',
  complationMessage: 'Até logo, {{name}}!',
  outOfHoursMessage: 'Fechado.',
}

const menuOf = (person: Person) => [
  {
    name: 'Preços',
    greetingMessage: 'Qual tabela, na fila {{queue}}?',
    options: [
      { name: 'Atacado', greetingMessage: 'A partir de dez.' },
      { name: 'Varejo', greetingMessage: 'Um a um.' },
    ],
  },
  { name: 'Falar com alguém', greetingMessage: '{{userName}} já vem', queueType: 'attendent', optUserId: person.id },
  { name: 'Encerrar agora', greetingMessage: 'Até mais', closeTicket: true },
]

/** Settings of the company, and what its connection has. */
export type Arrangement = [companySettings?: Record<string, string>, more?: { queues?: number; connection?: object }]

export async function setUp(
  world: World,
  ...[companySettings = {}, { queues = 2, connection = {} } = {}]: Arrangement
): Promise<Setup> {
  const own = await world.company()
  const owner = await own.admin()
  const made = []
  for (const name of ['Comercial', 'Suporte'].slice(0, queues)) made.push(await own.queue(name))
  const [queue] = made
  if (!queue) throw new Error('no queue')
  const chatbots = menuOf(await own.attendant({ queues: made }))
  await owner.put(`/queue/${queue.id}`, { greetingMessage: 'Bem-vindo', outOfHoursMessage: 'Fila fechada.', chatbots })
  for (const [key, value] of Object.entries(companySettings)) await own.setting(key, value)
  return { own, queue, connection: await own.connection({ queues: made, settings: { ...settings, ...connection } }) }
}

const mediaTypes = { none: 'conversation', audio: 'audio', video: 'video', other: 'stickerMessage' }

/** What the bot does in a real conversation, step by step. */
export async function live({ own, connection }: Setup, steps: readonly Step[]) {
  const number = someNumber()
  const owner = await own.admin()
  const done = []
  let told = 0
  let logged = { ticketId: 0, count: 0 }
  for (const { text, media = 'none' } of steps) {
    await own.sql(
      `update tickets set bot = jsonb_set(bot, '{saidAt}', to_jsonb(now() - interval '10 seconds')) where connection_id = $1 and bot ? 'saidAt'`,
      [connection.id],
    )
    await connection.receive(said(number, text, { mediaType: mediaTypes[media] }))
    const bodies = await own.sql(`select body from messages where connection_id = $1 and origin = 'bot' order by id`, [
      connection.id,
    ])
    const [ticket] = await own.sql(
      'select id::int, status, queue_id::int, user_id::int from tickets where connection_id = $1 order by id desc limit 1',
      [connection.id],
    )
    const entries = (await owner.get(`/tickets-log/${ticket.id}`)).body
      .toReversed()
      .filter(({ decision }: { decision: unknown }) => decision !== null)
    done.push({
      said: bodies.slice(told).map(({ body }) => body),
      log: entries.slice(logged.ticketId === ticket.id ? logged.count : 0).map(wordsOf),
      status: ticket.status,
      queueId: ticket.queue_id,
      userId: ticket.user_id,
    })
    told = bodies.length
    logged = { ticketId: ticket.id, count: entries.length }
  }
  return done
}

interface Entry {
  type: string
  decision: { reason?: string; rule: string; optionName?: string; answer?: string } | null
  queue: { id: number } | null
  user: { id: number } | null
}

const wordsOf = ({ type, decision, queue, user }: Entry) => ({
  type,
  rule: decision?.rule,
  reason: decision?.reason,
  optionName: decision?.optionName,
  answer: decision?.answer,
  queueId: queue?.id,
  userId: user?.id,
})

export const simulate = (person: Person, body: object) => person.post('/chatbot/simulate', { draft: {}, ...body })

export async function simulated({ own, connection, queue }: Setup, steps: readonly Step[]) {
  const { status, body } = await simulate(await own.admin(), {
    queueId: queue.id,
    whatsappId: connection.id,
    contactName: 'Mariana',
    steps,
  })
  expect(status).toBe(200)
  return body.steps.map(
    (step: {
      said: { text: string }[]
      log: Entry[]
      status: string
      queue?: { id: number }
      user?: { id: number }
    }) => ({
      said: step.said.map(({ text }) => text),
      log: step.log.filter(({ decision }) => decision !== null).map(wordsOf),
      status: step.status,
      queueId: step.queue?.id ?? null,
      userId: step.user?.id ?? null,
    }),
  )
}

export const texts = (...all: string[]): Step[] => all.map((text) => ({ text }))

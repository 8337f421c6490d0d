import { randomUUID } from 'node:crypto'
import { type BotServer, createBotServer } from '@guiche/bot-testserver'
import { createOutside } from '../../src/platform/outside/outside.ts'
import { type Company, type Person, type Visitor, type World, createWorld, eventually } from '#test/world'

export interface Said {
  id: number
  from_me: boolean
  is_private: boolean
  body: string
  media_type: string
  ticket_id: number
}

/** A customer whom a prompt answers, on a web chat of their own. */
export interface PromptTalk {
  visitor: Visitor
  prompt: { id: number; queueId: number }
  /** The queue that hands its customers to the prompt. */
  queue: { id: number }
  /** Oldest first. */
  messages(): Promise<Said[]>
  /** What the customer got. */
  answers(): Promise<string[]>
  /** Waits until the customer has got so many. */
  answered(count: number): Promise<string[]>
  ticket(): Promise<{
    id: number
    status: string
    user_id: number | null
    queue_id: number
    bot: Record<string, unknown>
  }>
  /** Waits until people have it. */
  handedOver(): Promise<void>
  upload(file: { data: Buffer; name: string; type: string }, caption?: string): Promise<void>
}

export interface PromptTalks {
  world: World
  bots: BotServer
  company: Company
  admin: Person
  talk(prompt?: Record<string, unknown>, customer?: string): Promise<PromptTalk>
  close(): Promise<void>
}

/** The product beside the services of the tests. */
export async function createPromptTalks(): Promise<PromptTalks> {
  const bots = await createBotServer()
  const world = await createWorld({
    ai: { openAiUrl: bots.addresses.openai, speechUrl: bots.addresses.speech },
    outside: createOutside({ insideHosts: bots.hosts }),
  })
  const company = await world.company()
  const admin = await company.admin()
  return {
    world,
    bots,
    company,
    admin,
    talk: (prompt, customer) => createTalk({ company, admin }, prompt, customer),
    close: async () => {
      await world.close()
      await bots.stop()
    },
  }
}

async function createTalk(
  { company, admin }: { company: Company; admin: Person },
  fields: Record<string, unknown> = {},
  customer = 'Mariana Souza',
): Promise<PromptTalk> {
  const [queue, people] = [await company.queue(), await company.queue()]
  const made = await admin.post('/prompt', {
    name: 'Atendente virtual',
    prompt: 'Você atende a Casa Aurora.',
    apiKey: 'sk-test-chave',
    queueId: people.id,
    ...fields,
  })
  if (made.status !== 200) throw new Error(`prompt was not made: ${JSON.stringify(made.body)}`)
  await admin.put(`/queue/${queue.id}`, { promptId: made.body.id })
  const chat = await company.webChat({ queues: [queue] })
  const visitor = await company.visitor(chat.token, customer)

  const messages = (): Promise<Said[]> =>
    company.sql(
      `select id::int, from_me, is_private, body, media_type, ticket_id::int from messages
       where company_id = $1 and connection_id = $2 order by id`,
      [company.id, chat.id],
    )
  const answers = async () =>
    (await messages()).flatMap(({ from_me, is_private, body, media_type }) =>
      from_me && !is_private ? [media_type === 'audio' ? '(audio)' : body] : [],
    )
  const ticket: PromptTalk['ticket'] = async () => {
    const [row] = await company.sql(
      `select id::int, status, user_id::int, queue_id::int, bot from tickets where company_id = $1 and connection_id = $2
       order by id desc limit 1`,
      [company.id, chat.id],
    )
    return row
  }
  return {
    visitor,
    prompt: made.body,
    queue,
    messages,
    answers,
    ticket,
    answered: (count) =>
      eventually(async () => {
        const got = await answers()
        if (got.length < count) throw new Error(`${got.length} answers: ${got.join(' | ')}`)
        return got
      }),
    handedOver: () =>
      eventually(async () => {
        const { bot } = await ticket()
        if (bot['useIntegration'] !== false) throw new Error('the prompt still answers')
      }),
    upload: async ({ data, name, type }, caption = '') => {
      const fields = { id: randomUUID(), ...(caption && { body: caption }) }
      const sent = await visitor.upload(`/web-chat/${visitor.token}/messages`, fields, [
        { field: 'medias', name, type, data },
      ])
      if (sent.status >= 300) throw new Error(`the file was not taken: ${JSON.stringify(sent.body)}`)
    },
  }
}

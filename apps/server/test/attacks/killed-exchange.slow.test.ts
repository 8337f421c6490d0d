import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AnsweringService, createAnsweringService } from '#test/services/answering-service'
import { samples } from '#test/files'
import { said, someNumber } from '#test/inbound'
import { testSecret } from '#test/keys'
import { type Started, ended, ready, startFile } from '#test/processes/server-process'
import { type Company, type TestConnection, type World, createWorld, eventually } from '#test/world'

const program = join(import.meta.dirname, '../processes/answering-program.ts')

let service: AnsweringService
let world: World
let running: Started
beforeAll(async () => {
  service = await createAnsweringService()
  // Its jobs and exchanges run in the process that is killed.
  world = await createWorld({ roles: ['web', 'channels'] })
}, 90_000)
beforeEach(async () => {
  service.echo()
  service.questions.length = 0
  await start()
})
afterEach(kill)
afterAll(async () => {
  await world.close()
  await service.stop()
})

async function start(): Promise<void> {
  running = startFile(program, {
    DATABASE_URL: world.databases.admin,
    GUICHE_DATA: world.dataFolder,
    GUICHE_SECRET: testSecret,
    GUICHE_ROLES: 'worker',
    GUICHE_METRICS_PORT: '0',
    GUICHE_INSIDE_HOSTS: new URL(service.url).host,
    ANSWERING_SERVICE: service.url,
  })
  await ready(running)
}

async function kill(): Promise<void> {
  running.child.kill('SIGKILL')
  await ended(running.child)
}

interface Talk {
  company: Company
  connection: TestConnection
  say(body: string): Promise<void>
  heard(): Promise<string[]>
  exchange(): Promise<{ state: string; reason: string | null; attempt: number }>
}

async function openTalk(): Promise<Talk> {
  const company = await world.company()
  const queue = await company.queue()
  const connection = await company.connection({ queues: [queue] })
  await company.sql(
    "insert into queue_integrations (company_id, id, type, name) values ($1, 7, 'webhook', 'Serviço')",
    [company.id],
  )
  await company.sql('update queues set integration_id = 7 where id = $1', [queue.id])
  const number = someNumber()
  return {
    company,
    connection,
    say: (body) => connection.receive(said(number, body)),
    heard: async () =>
      (
        await company.sql(
          `select body from messages where connection_id = $1 and origin = 'bot' and not is_private order by id`,
          [connection.id],
        )
      ).map(({ body }) => body),
    exchange: async () =>
      (
        await company.sql(
          'select state, reason, attempt from exchanges where company_id = $1 order by id desc limit 1',
          [company.id],
        )
      )[0],
  }
}

/** The killed process says no more that it lives; nobody has to wait for that here. */
const letLeasesEnd = ({ company }: Talk) =>
  company.sql("update exchanges set claimed_until = now() where company_id = $1 and state = 'asking'", [company.id])

const asked = (count: number) => eventually(() => expect(service.questions.length).toBeGreaterThanOrEqual(count))

const isAnsweredOnce = async (talk: Talk) => {
  await eventually(async () => expect(await talk.exchange()).toMatchObject({ state: 'answered' }))
  expect(await talk.heard()).toEqual(['Eco: Oi'])
}

test('killed before it asks: one answer', { timeout: 120_000 }, async () => {
  const talk = await openTalk()
  await talk.say('Oi')
  await kill()
  expect((await talk.exchange()).state).toBe('due')

  await start()
  await isAnsweredOnce(talk)
})

test('killed while it asks: one answer', { timeout: 120_000 }, async () => {
  const release = service.hold()
  const talk = await openTalk()
  await talk.say('Oi')
  await asked(1)
  await kill()
  release()
  await letLeasesEnd(talk)

  await start()
  await isAnsweredOnce(talk)
  expect(await talk.exchange()).toMatchObject({ attempt: 2 })
})

test('killed while it fetches a file of the answer: one answer', { timeout: 120_000 }, async () => {
  const picture = await samples.png()
  let fetches = 0
  service.files['/foto.png'] = (_request, response) => {
    fetches += 1
    response.writeHead(200, { 'content-type': 'image/png' })
    if (fetches > 1) response.end(picture)
    else response.write(picture.subarray(0, 20))
  }
  const url = new URL('/foto.png', service.url).href
  service.reply(() => ({ parts: [{ kind: 'link', url, caption: 'Eco: Oi', is: 'image' }] }))
  const talk = await openTalk()
  await talk.say('Oi')
  await eventually(() => expect(fetches).toBe(1))
  await kill()
  await letLeasesEnd(talk)

  await start()
  await isAnsweredOnce(talk)
  const files = await talk.company.sql('select mime, state from files where company_id = $1', [talk.company.id])
  expect(files).toEqual([{ mime: 'image/png', state: 'ready' }])
})

test('killed while it stores the answer: one answer', { timeout: 120_000 }, async () => {
  const talk = await openTalk()
  await talk.say('Oi')
  const release = await holdConversations(talk)
  await asked(1)
  await eventually(async () => {
    const waiting = await world.sql(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(waiting).not.toEqual([])
  })
  await kill()
  await release()
  expect(await talk.heard()).toEqual([])
  await letLeasesEnd(talk)

  await start()
  await isAnsweredOnce(talk)
})

/** Nothing can be stored in these conversations until they are released. */
async function holdConversations({ connection }: Talk): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: world.databases.admin })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from conversations where connection_id = $1 for update', [connection.id])
  return async () => {
    await holder.query('rollback')
    await holder.end()
  }
}

test('killed between two messages: the talk goes on with what was kept', { timeout: 120_000 }, async () => {
  service.reply(({ texts, session }) => ({
    parts: [{ kind: 'text', text: `${JSON.stringify(session)} ${texts.join()}` }],
    session: { said: texts },
  }))
  const talk = await openTalk()
  await talk.say('Oi')
  await eventually(async () => expect(await talk.heard()).toEqual(['null Oi']))
  await kill()

  await start()
  await talk.say('Tudo bem?')
  await eventually(async () => expect(await talk.heard()).toEqual(['null Oi', '{"said":["Oi"]} Tudo bem?']))
})

test('killed each time it asks: a person, who reads why', { timeout: 240_000 }, async () => {
  service.reply(() => undefined)
  const talk = await openTalk()
  await talk.say('Oi')
  for (let nth = 1; nth <= 3; nth += 1) {
    await asked(nth)
    await kill()
    await letLeasesEnd(talk)
    await start()
  }

  await eventually(async () => expect(await talk.exchange()).toMatchObject({ state: 'failed', reason: 'tried' }))
  expect(service.questions).toHaveLength(3)
  expect(await talk.heard()).toEqual([expect.stringContaining('Um atendente vai continuar')])
  const [ticket] = await talk.company.sql('select status, bot from tickets where connection_id = $1', [
    talk.connection.id,
  ])
  expect(ticket).toMatchObject({ status: 'pending', bot: { isBot: false, useIntegration: false } })
  const notes = await talk.company.sql('select body from messages where connection_id = $1 and is_private', [
    talk.connection.id,
  ])
  expect(notes).toEqual([{ body: expect.stringContaining('a pergunta foi interrompida várias vezes') }])
})

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import pino from 'pino'
import { type TestMailServer, createMailServer } from '#test/getting-in/mail-server'
import { type Company, type World, createWorld, eventually } from '#test/world'

let world: World
let server: TestMailServer
let company: Company
const logged: string[] = []

beforeAll(async () => {
  server = await createMailServer()
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
  world = await createWorld({ mailServer: server.config, log })
  company = await world.company()
})
afterAll(async () => {
  await world.close()
  await server.close()
})
beforeEach(() => server.received.splice(0))

let count = 0
const someAddress = () => `pessoa-${(count += 1)}@empresa.test`
const order = (to: string, more: object = {}) => ({
  to,
  template: 'test' as const,
  language: 'pt-BR',
  values: { address: 'https://segredo-9.test/' },
  ...more,
})

const send = (to: string, more: object = {}) =>
  world.app.deps.units.run({ kind: 'system', companyId: company.id }, (ctx) =>
    world.app.mail.send(ctx, order(to, more)),
  )

const rowOf = async (to: string) =>
  (await company.sql('select status, outcome, ciphertext from mails where recipient = $1', [to]))[0]
const hasStatus = (to: string, status: string) =>
  eventually(async () => expect(await rowOf(to)).toMatchObject({ status }))

/** The pauses between tries grow, so the next one is made due at once. */
const tryAgain = () =>
  eventually(async () => {
    const due = await world.sql(
      `update pgboss.job set start_after = now() where name = 'mail.send' and state = 'retry' returning id`,
    )
    expect(due).toHaveLength(1)
  })

describe('a mail of a unit of work', () => {
  test('is sent after the commit, in the language that was asked for, and what filled it is removed', async () => {
    const to = someAddress()
    await send(to, { language: 'en' })

    await hasStatus(to, 'sent')
    expect(server.received).toMatchObject([
      { to: [to], subject: 'Guichê: email test', text: expect.stringContaining('https://segredo-9.test/') },
    ])
    expect(await rowOf(to)).toMatchObject({ outcome: 'accepted', ciphertext: null })
  })

  test('is not sent if the unit of work is rolled back', async () => {
    const to = someAddress()
    const work = world.app.deps.units.run({ kind: 'system', companyId: company.id }, async (ctx) => {
      await world.app.mail.send(ctx, order(to))
      throw new Error('on second thoughts')
    })

    await expect(work).rejects.toThrow('on second thoughts')
    const other = someAddress()
    await send(other)
    await hasStatus(other, 'sent')
    expect(server.received.map((mail) => mail.to)).toEqual([[other]])
  })

  test('waits sealed: what fills it cannot be read in the database', async () => {
    server.answer(451)
    const to = someAddress()
    await send(to)
    await eventually(async () => expect(await rowOf(to)).toMatchObject({ status: 'waiting', outcome: 'delayed' }))

    const { ciphertext } = await rowOf(to)
    expect(ciphertext.toString('latin1')).not.toContain('segredo')
    const [jobs] = await world.sql(`select string_agg(data::text, '') as all from pgboss.job where name = 'mail.send'`)
    expect(jobs.all).not.toContain('segredo')
    await tryAgain()
    await hasStatus(to, 'sent')
  })

  test('that the server wants later is tried again', async () => {
    server.answer(451, 450)
    const to = someAddress()
    await send(to)
    await tryAgain()
    await eventually(() => expect(server.received).toHaveLength(2))
    await tryAgain()

    await hasStatus(to, 'sent')
    expect(server.received).toHaveLength(3)
  })

  test('that the server refuses is not tried again; the log and the operator are told', async () => {
    server.answer(550)
    const to = someAddress()
    await send(to)

    await hasStatus(to, 'refused')
    const { body } = await (await world.operator()).get('/mail-server')
    expect(body.unsent[0]).toMatchObject({ recipient: to, outcome: 'refused', companyId: company.id })
    expect(body.unsent[0].companyName).toMatch(/^Empresa /)
    const told = logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'mail.not-sent')
    expect(told.at(-1)).toMatchObject({ companyId: company.id, outcome: 'refused', reply: '550' })
    expect(logged.join('')).not.toContain(to)
    expect(
      await world.sql(`select from pgboss.job where name = 'mail.send' and state in ('retry', 'failed', 'created')`),
    ).toEqual([])
    expect(await rowOf(to)).toMatchObject({ ciphertext: null })
  })

  // The server may have accepted it before the line broke. Twice is better than never, and both have one id.
  test('whose line broke after its text is sent a second time, under the same message id', async () => {
    server.answer('line lost')
    const to = someAddress()
    await send(to)
    await tryAgain()

    await hasStatus(to, 'sent')
    const ids = server.received.map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw)?.[1])
    expect(ids).toHaveLength(2)
    expect(ids[0]).toBe(ids[1])
  })

  test('that would come too late is not sent', async () => {
    server.answer(451)
    const to = someAddress()
    await send(to, { lifetime: 60 })
    await eventually(async () => expect(await rowOf(to)).toMatchObject({ outcome: 'delayed' }))
    await company.sql(`update mails set expires_at = now() where recipient = $1`, [to])
    await tryAgain()

    await hasStatus(to, 'given_up')
    expect(await rowOf(to)).toMatchObject({ outcome: 'expired', ciphertext: null })
    expect(server.received).toHaveLength(1)
  })

  test.each([
    ['another header', 'ana@empresa.test\r\nBcc: alvo@fora.test'],
    ['a line break', 'ana@empresa.test\n'],
    ['a second address', 'ana@empresa.test, alvo@fora.test'],
    ['another command', 'ana@empresa.test>\r\nRCPT TO:<alvo@fora.test'],
    ['a name', 'Ana <ana@empresa.test>'],
    ['no address', ''],
  ])('to an address with %s is refused', async (_what, to) => {
    await expect(send(to)).rejects.toMatchObject({ code: 'ERR_VALIDATION', status: 400 })
    expect(await rowOf(to)).toBeUndefined()
  })
})

describe('the mail server of the environment', () => {
  test('is shown to the operator without its password, and no screen changes it', async () => {
    const operator = await world.operator()
    expect((await operator.get('/mail-server')).body).toMatchObject({
      source: 'environment',
      host: '127.0.0.1',
      senderAddress: 'guiche@empresa.test',
      hasPassword: false,
    })
    const change = { host: 'mail.empresa.test', port: 25, encryption: 'none', senderAddress: 'eu@empresa.test' }
    for (const answer of [await operator.put('/mail-server', change), await operator.delete('/mail-server')])
      expect(answer).toMatchObject({ status: 409, body: { error: 'ERR_SET_BY_ENVIRONMENT' } })
    expect(await world.sql('select from mail_server')).toEqual([])
  })
})

describe('the mail server of the screen', () => {
  let own: World
  const login = { user: 'guiche', password: 'Segredo-Do-Correio-1' }
  let secured: TestMailServer
  beforeAll(async () => {
    own = await createWorld()
    secured = await createMailServer({ login })
  })
  afterAll(async () => {
    await own.close()
    await secured.close()
  })
  afterEach(async () => {
    await own.sql('delete from mail_server')
    secured.received.splice(0)
  })

  const bodyFor = ({ config }: TestMailServer, more: object = {}) => ({
    host: config.host,
    port: config.port,
    encryption: 'none',
    user: login.user,
    password: login.password,
    senderName: 'Guichê',
    senderAddress: 'guiche@empresa.test',
    ...more,
  })

  test('is there from the next mail on, and its password comes back nowhere', async () => {
    const operator = await own.operator()
    expect(await own.app.mail.isConfigured()).toBe(false)

    const saved = await operator.put('/mail-server', bodyFor(secured))

    expect(saved).toMatchObject({ status: 200, body: { source: 'screen', user: 'guiche', hasPassword: true } })
    expect(await own.app.mail.isConfigured()).toBe(true)
    const shown = JSON.stringify([saved.body, (await operator.get('/mail-server')).body])
    const [kept] = await own.sql(
      `select (select jsonb_agg(m) from mail_server m)::text || (select jsonb_agg(a) from audit_log a)::text as text`,
    )
    expect(shown + kept.text).not.toContain('Segredo')
    const platform = { kind: 'system', companyId: 1 } as const
    await own.app.deps.units.run(platform, (ctx) => own.app.mail.send(ctx, order('ana@empresa.test')))
    await eventually(() => expect(secured.received).toMatchObject([{ to: ['ana@empresa.test'], user: 'guiche' }]))
  })

  test('keeps its password while host, port and user stay; for another server it is asked for again', async () => {
    const operator = await own.operator()
    await operator.put('/mail-server', bodyFor(secured))

    const renamed = bodyFor(secured, { senderName: 'Balcão', password: '' })
    expect(await operator.put('/mail-server', renamed)).toMatchObject({ status: 200, body: { hasPassword: true } })
    expect(await operator.post('/mail-server/test', renamed)).toMatchObject({ body: { outcome: 'accepted' } })

    for (const other of [{ host: 'localhost' }, { port: 2525 }, { user: 'outro' }])
      for (const answer of [
        await operator.put('/mail-server', { ...renamed, ...other }),
        await operator.post('/mail-server/test', { ...renamed, ...other }),
      ])
        expect(answer).toMatchObject({
          status: 400,
          body: { error: 'ERR_VALIDATION', details: { issues: [{ path: 'body.password', message: 'required' }] } },
        })
  })

  test('the test mails to the one who asks, and says what came of it', async () => {
    const operator = await own.operator()

    const good = await operator.post('/mail-server/test', bodyFor(secured))
    expect(good.body).toMatchObject({ outcome: 'accepted', recipient: operator.email })
    expect(secured.received).toMatchObject([{ to: [operator.email], from: 'guiche@empresa.test' }])

    const outcomeFor = async (change: object) =>
      (await operator.post('/mail-server/test', bodyFor(secured, change))).body.outcome
    expect(await outcomeFor({ password: 'errada' })).toBe('credentials')
    expect(await outcomeFor({ host: 'no-such-server.invalid' })).toBe('unknownHost')
    expect(await outcomeFor({ encryption: 'starttls' })).toBe('certificate')
    secured.answer(550)
    expect(await outcomeFor({})).toBe('refused')
    expect(await own.sql('select from mail_server')).toEqual([])
  })

  test.each([
    ['senderName', 'Guichê\r\nBcc: alvo@fora.test'],
    ['senderName', 'Guichê\nX'],
    ['senderAddress', 'guiche@empresa.test\r\nBcc: alvo@fora.test'],
    ['senderAddress', 'guiche@empresa.test>, <alvo@fora.test'],
    ['host', 'mail.test\r\nQUIT'],
    ['host', 'mail.test/x'],
    ['user', 'guiche\r\nRSET'],
    ['port', 0],
    ['port', 65_536],
    ['encryption', 'ssl'],
  ])('is not stored with %s %j', async (field, value) => {
    const operator = await own.operator()
    for (const answer of [
      await operator.put('/mail-server', bodyFor(secured, { [field]: value })),
      await operator.post('/mail-server/test', bodyFor(secured, { [field]: value })),
    ])
      expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    expect(await own.sql('select from mail_server')).toEqual([])
    expect(secured.received).toEqual([])
  })

  test('is not there: what is mailed all the same is listed as not sent, and nothing else stops', async () => {
    const platform = { kind: 'system', companyId: 1 } as const
    await own.operator()
    await own.app.deps.units.run(platform, (ctx) => own.app.mail.send(ctx, order('bia@empresa.test')))

    await eventually(async () => {
      const { body } = await (await own.operator()).get('/mail-server')
      expect(body).toMatchObject({ source: 'none', host: '', hasPassword: false })
      expect(body.unsent).toMatchObject([{ recipient: 'bia@empresa.test', outcome: 'noServer' }])
    })
  })
})

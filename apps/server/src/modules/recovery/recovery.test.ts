import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type TestMailServer, createMailServer } from '#test/getting-in/mail-server'
import { type Stranger, createStranger } from '#test/getting-in/stranger'
import { storeInbound } from '#modules/inbound'
import { withoutPrivateMessages } from '#modules/user-notices'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'

let world: World
let mails: TestMailServer
let company: Company
let admin: Person
/** The connection of the platform's company. */
let connectionId: number
const logged: string[] = []

beforeAll(async () => {
  mails = await createMailServer()
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) })
  world = await createWorld({ mailServer: mails.config, log })
  company = await world.company()
  admin = await company.admin()
  await world.operator()
  const [connection] = await world.sql(
    `insert into connections (company_id, name, channel, status) values (1, 'Plataforma', 'whatsapp', 'connected') returning id::int`,
  )
  connectionId = connection.id
})
afterAll(async () => {
  await world.close()
  await mails.close()
})
beforeEach(() => {
  world.network.answer(() => ({ status: 'sent' }))
  mails.received.splice(0)
})

const stranger = () => createStranger(world)

async function userWith(wpp: string): Promise<Person> {
  const person = await company.attendant()
  const saved = await admin.put(`/users/${person.id}`, { wpp })
  if (saved.status !== 200) throw new Error(`the number was not saved: ${JSON.stringify(saved.body)}`)
  return person
}

const messagesTo = (number: string) => world.network.arrived.filter(({ address }) => address === number)
const codesTo = (number: string) => messagesTo(number).flatMap(({ body }) => /\d{6}/.exec(body)?.[0] ?? [])
const codeFor = (number: string, nth = 0) =>
  eventually(async () => {
    const code = codesTo(number)[nth]
    if (code === undefined) throw new Error('no code yet')
    return code
  })
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

/** All requests so far were looked at, and what they send was handed over. */
const settled = () =>
  eventually(async () => {
    const [left] = await world.sql(
      `select (select count(*) from recoveries where sought is not null)::int
         + (select count(*) from private_messages where status = 'waiting')::int
         + (select count(*) from mails where status = 'waiting')::int as count`,
    )
    expect(left.count).toBe(0)
  })

/** Asks for a code and types it. */
async function verified(number: string): Promise<Stranger> {
  const who = stranger()
  const before = codesTo(number).length
  await who.ask(number)
  const code = await codeFor(number, before)
  expect((await who.verify(code)).body).toEqual({ code })
  return who
}

const logIn = (email: string, password: string) => world.anonymous.post('/auth/login', { email, password })

describe('a recovery', () => {
  test('sends a code to the number, and the typed code allows one new password', async () => {
    const number = someNumber()
    const person = await userWith(number)
    const who = stranger()

    const asked = await who.ask(number)
    expect(asked).toMatchObject({ status: 200, body: { userId: expect.stringMatching(/^[\w-]{43}$/) } })
    const code = await codeFor(number)
    expect((await who.verify(code)).body).toEqual({ code })
    const done = await who.finish({ userId: who.resetId, newPassword: 'Outra-Senha-9' })

    expect(done).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    expect((await logIn(person.email, person.password)).status).toBe(401)
    expect((await logIn(person.email, 'Outra-Senha-9')).status).toBe(200)
  })

  test.each([
    ['with plus and blanks', (n: string) => `+${n.slice(0, 2)} (${n.slice(2, 4)}) ${n.slice(4, 9)}-${n.slice(9)}`],
    ['without the country code', (n: string) => n.slice(2)],
    ['without the ninth digit', (n: string) => n.slice(0, 4) + n.slice(5)],
  ])('finds a number %s', async (_how, write) => {
    const number = someNumber()
    await userWith(number)

    await stranger().ask(write(number))

    expect(await codeFor(number)).toMatch(/^\d{6}$/)
  })

  test('finds a number that was entered without its country code, and sends to the whole one', async () => {
    const number = someNumber()
    await userWith(number.slice(2))

    await stranger().ask(`+${number}`)

    expect(await codeFor(number)).toMatch(/^\d{6}$/)
  })

  test.each([
    ['+34 612 345 678', '34612345678'],
    ['+1 (305) 555-1234', '13055551234'],
    ['(31) 98765-4321', '5531987654321'],
  ])('sends to a number abroad as it was entered: %s', async (wpp, dialled) => {
    const person = await userWith(wpp)

    await stranger().ask(person.email)

    expect(await codeFor(dialled)).toMatch(/^\d{6}$/)
  })

  test('takes the e-mail of the login in the same field; the code goes to the number all the same', async () => {
    const number = someNumber()
    const person = await userWith(number)

    await stranger().ask(person.email.toUpperCase())

    await codeFor(number)
    expect(mails.received).toEqual([])
  })

  test('goes by e-mail to somebody without a number', async () => {
    const person = await company.attendant()
    const who = stranger()

    await who.ask(person.email)

    const mail = await eventually(async () => {
      const found = mails.received.find(({ to }) => to.includes(person.email))
      if (!found) throw new Error('no mail yet')
      return found
    })
    const [code = ''] = /\d{6}/.exec(mail.text) ?? []
    expect((await who.verify(code)).body).toEqual({ code })
    expect(mail.subject).not.toContain(code)
  })

  test('goes by e-mail while the WhatsApp of the platform is not connected', async () => {
    const number = someNumber()
    const person = await userWith(number)
    await world.sql(`update connections set status = 'disconnected' where id = $1`, [connectionId])

    await stranger().ask(number)

    await eventually(() => expect(mails.received.map(({ to }) => to)).toEqual([[person.email]]))
    await world.sql(`update connections set status = 'connected' where id = $1`, [connectionId])
    expect(messagesTo(number)).toEqual([])
  })

  test('goes by e-mail when WhatsApp does not accept the number', async () => {
    const number = someNumber()
    const person = await userWith(number)
    world.network.answer(() => ({ status: 'rejected', reason: 'ERR_SENDING_WAPP_MSG' }))

    await stranger().ask(number)

    await eventually(() => expect(mails.received.map(({ to }) => to)).toEqual([[person.email]]))
  })

  test('goes by e-mail when the connection has not delivered it after a minute', async () => {
    const number = someNumber()
    const person = await userWith(number)
    world.network.answer(() => ({ status: 'held' }))
    await stranger().ask(number)
    await eventually(() => expect(world.network.tries.filter(({ address }) => address === number)).not.toEqual([]))
    expect(mails.received).toEqual([])

    await world.sql(
      `update private_messages set created_at = created_at - interval '61 seconds', not_before = now() where status = 'waiting'`,
    )

    await eventually(() => expect(mails.received.map(({ to }) => to)).toEqual([[person.email]]))
    await settled()
  })
})

describe('asking for a code (S29)', () => {
  test('answers the same for everybody, and sends nothing to those whom it does not know', async () => {
    const number = someNumber()
    await userWith(number)
    const twice = someNumber()
    await userWith(twice)
    await userWith(twice)
    const gone = someNumber()
    const deleted = await userWith(gone)
    await admin.delete(`/users/${deleted.id}`)
    const before = world.network.tries.length

    const answers = []
    for (const sought of [number, someNumber(), twice, gone, 'ninguem@empresa.test', 'abc']) {
      const { status, body, headers, cookies } = await stranger().ask(sought)
      const { 'set-cookie': _cookie, 'x-request-id': _id, date: _date, ...same } = headers
      answers.push({
        status,
        names: Object.keys(body),
        length: body.userId.length,
        message: body.message,
        cookies: cookies.map(({ name, value, ...attributes }) => ({ name, length: value.length, ...attributes })),
        headers: same,
      })
    }

    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ status: 200, names: ['userId', 'message'], length: 43 })
    expect(answers[0]?.cookies).toMatchObject([{ name: 'recovery', httpOnly: true, sameSite: 'Strict', path: '/' }])
    await codeFor(number)
    await settled()
    expect(world.network.tries.slice(before).map(({ address }) => address)).toEqual([number])
  })

  test('gives an id that behaves like any other to whoever is not known', async () => {
    const who = stranger()
    await who.ask(someNumber())
    await settled()

    for (const code of ['123456', '000000', '999999', '111111'])
      expect(await who.verify(code)).toMatchObject({ status: 200, body: { code: '' } })
    expect(await who.finish({ userId: who.resetId, newPassword: 'Outra-Senha-9' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_RECOVERY_REFUSED' },
    })
  })

  test.each([[undefined], [''], [null], [12345], [['a']], [{ $ne: '' }], ['x'.repeat(300)]])(
    'with %j is answered 400',
    async (wpp) => {
      expect(await stranger().ask(wpp)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    },
  )

  test('from a page of another origin is refused', async () => {
    const answer = await stranger().ask(someNumber(), { origin: 'https://evil.example' })
    expect(answer).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' }, cookies: [] })
  })

  test('says so if nobody could be told a code, before anybody is looked for', async () => {
    const poor = await createWorld()
    await poor.operator()
    const who = createStranger(poor)
    expect(await who.ask('super@guiche.test')).toMatchObject({
      status: 400,
      body: { error: 'ERR_RECOVERY_NOT_POSSIBLE' },
      cookies: [],
    })
    expect(await poor.sql('select from recoveries')).toEqual([])
    await poor.close()
  })
})

describe('a code (S30, S31)', () => {
  test('is right at the second and third try, and never after three', async () => {
    const number = someNumber()
    await userWith(number)
    const who = stranger()
    await who.ask(number)
    const code = await codeFor(number)

    for (const _try of [1, 2, 3]) expect((await who.verify(wrong(code))).body).toEqual({ code: '' })

    expect(await who.verify(code)).toMatchObject({ status: 200, body: { code: '' } })
    expect((await who.finish({ userId: who.resetId, newPassword: 'Outra-Senha-9' })).status).toBe(400)

    const patient = stranger()
    await patient.ask(number)
    const second = await codeFor(number, 1)
    for (const _try of [1, 2]) await patient.verify(wrong(second))
    expect((await patient.verify(second)).body).toEqual({ code: second })
  })

  test('is compared three times at most, also by fifty tries at once', async () => {
    const number = someNumber()
    await userWith(number)
    const who = stranger()
    await who.ask(number)
    const code = await codeFor(number)

    const guesses = Array.from({ length: 50 }, (_, nth) => String(nth).padStart(6, '0')).filter(
      (guess) => guess !== code,
    )
    const answers = await Promise.all(guesses.map((guess) => who.verify(guess)))

    expect(answers.map(({ body }) => body.code)).toEqual(guesses.map(() => ''))
    const [request] = await world.sql(`select tries::int from recoveries order by id desc limit 1`)
    expect(request.tries).toBe(3)
    expect((await who.verify(code)).body).toEqual({ code: '' })
  })

  test('is accepted once, also by ten right tries at once', async () => {
    const number = someNumber()
    await userWith(number)
    const who = stranger()
    await who.ask(number)
    const code = await codeFor(number)

    const answers = await Promise.all(Array.from({ length: 10 }, () => who.verify(code)))

    expect(answers.filter(({ body }) => body.code === code)).toHaveLength(1)
  })

  test('is worth nothing in another browser, without a cookie, or with the cookie of another request', async () => {
    const number = someNumber()
    await userWith(number)
    const [who, other] = [stranger(), stranger()]
    await who.ask(number)
    const code = await codeFor(number)
    await other.ask(someNumber())

    expect((await who.verify(code, '')).body).toEqual({ code: '' })
    expect((await who.verify(code, other.cookie)).body).toEqual({ code: '' })
    expect((await who.verify(code, 'x'.repeat(43))).body).toEqual({ code: '' })
    expect((await who.verify(code)).body).toEqual({ code })
  })

  test('is void once the same user was sent another one', async () => {
    const number = someNumber()
    await userWith(number)
    const [first, second] = [stranger(), stranger()]
    await first.ask(number)
    const old = await codeFor(number)
    await second.ask(number)
    const code = await codeFor(number, 1)

    expect((await first.verify(old)).body).toEqual({ code: '' })
    expect((await second.verify(code)).body).toEqual({ code })
  })

  test('is void after ten minutes', async () => {
    const number = someNumber()
    await userWith(number)
    const who = stranger()
    await who.ask(number)
    const code = await codeFor(number)
    const [{ left }] = await world.sql(
      `select extract(epoch from expires_at - created_at)::int as left from recoveries order by id desc limit 1`,
    )
    expect(left).toBe(600)
    await world.sql(`update recoveries set expires_at = now() where id = (select max(id) from recoveries)`)

    expect((await who.verify(code)).body).toEqual({ code: '' })
  })

  test('and ids are stored as keyed hashes only', async () => {
    const number = someNumber()
    await userWith(number)
    const who = stranger()
    await who.ask(number)
    const code = await codeFor(number)

    const [row] = await world.sql(`select r::text as text, r.* from recoveries r order by id desc limit 1`)
    for (const secret of [who.resetId, who.cookie, number])
      expect(
        `${row.text}${Buffer.concat([row.reset_hash, row.browser_hash, row.code_hash]).toString('latin1')}`,
      ).not.toContain(secret)
    expect(row.code_hash).toHaveLength(32)
    expect(row.code_hash.toString('latin1')).not.toContain(code)
  })
})

describe('the new password (S32)', () => {
  const refusal = { status: 400, body: { error: 'ERR_RECOVERY_REFUSED' } }

  test('is refused in the same words without a verified request of this browser', async () => {
    const number = someNumber()
    const person = await userWith(number)
    const unverified = stranger()
    await unverified.ask(number)
    await codeFor(number)
    const newPassword = 'Outra-Senha-9'

    expect(await unverified.finish({ userId: unverified.resetId, newPassword })).toMatchObject(refusal)
    const ready = await verified(number)
    for (const userId of [1, person.id, String(person.id), unverified.resetId, '', 'x'.repeat(43)])
      expect(await ready.finish({ userId, newPassword })).toMatchObject(refusal)
    for (const cookie of ['', unverified.cookie, 'x'.repeat(43)])
      expect(await ready.finish({ userId: ready.resetId, newPassword }, cookie)).toMatchObject(refusal)
    expect(await ready.finish({ userId: ready.resetId, newPassword })).toMatchObject({ status: 200 })
  })

  test('is set once: a repetition is refused', async () => {
    const number = someNumber()
    const person = await userWith(number)
    const who = await verified(number)
    const { cookie, resetId } = who
    expect((await who.finish({ userId: resetId, newPassword: 'Outra-Senha-9' })).status).toBe(200)

    expect(await who.finish({ userId: resetId, newPassword: 'Do-Atacante-9' }, cookie)).toMatchObject(refusal)
    expect((await logIn(person.email, 'Do-Atacante-9')).status).toBe(401)
  })

  test('is set once: of ten at the same moment one succeeds', async () => {
    const number = someNumber()
    const person = await userWith(number)
    const who = await verified(number)

    const passwords = Array.from({ length: 10 }, (_, nth) => `Outra-Senha-${nth}`)
    const answers = await Promise.all(passwords.map((newPassword) => who.finish({ userId: who.resetId, newPassword })))

    const winners = passwords.filter((_, nth) => answers[nth]?.status === 200)
    expect(winners).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer).toMatchObject(refusal)
    for (const password of passwords)
      expect((await logIn(person.email, password)).status).toBe(password === winners[0] ? 200 : 401)
  })

  test('must follow the rules, and a refused one does not use up the request', async () => {
    const number = someNumber()
    await userWith(number)
    const who = await verified(number)
    const withPassword = (newPassword: unknown) => who.finish({ userId: who.resetId, newPassword })

    expect(await withPassword('curta')).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    expect(await withPassword(undefined)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    expect(await withPassword('password')).toMatchObject({ status: 400, body: { error: 'ERR_WEAK_PASSWORD' } })
    expect(await withPassword('Outra-Senha-9')).toMatchObject({ status: 200 })
  })

  test('of an admin needs lower and upper case', async () => {
    const other = await world.company()
    const boss = await other.admin()
    const number = someNumber()
    await boss.put(`/users/${boss.id}`, { wpp: number, currentPassword: boss.password })
    const who = await verified(number)

    expect(await who.finish({ userId: who.resetId, newPassword: 'soletrasminusculas' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_WEAK_PASSWORD' },
    })
    expect(await who.finish({ userId: who.resetId, newPassword: 'Outra-Senha-9' })).toMatchObject({ status: 200 })
  })

  test('is refused once the time after the code is over', async () => {
    const number = someNumber()
    await userWith(number)
    const who = await verified(number)
    await world.sql(`update recoveries set expires_at = now() where id = (select max(id) from recoveries)`)

    expect(await who.finish({ userId: who.resetId, newPassword: 'Outra-Senha-9' })).toMatchObject(refusal)
  })
})

describe('the limits (S33)', () => {
  const tooMany = { status: 429, body: { error: 'ERR_TOO_MANY_REQUESTS' } }
  /** Of two requests at the same moment only the newer one gets a code, so each waits for the one before. */
  async function askAndWait(sought: string) {
    const answer = await stranger().ask(sought)
    await settled()
    return answer
  }

  test('a number gets three codes an hour, whatever form it is written in, from wherever it is asked for', async () => {
    const number = someNumber()
    const person = await userWith(number)
    for (const form of [number, `+${number}`, number.slice(2)]) expect((await askAndWait(form)).status).toBe(200)

    const refused = await stranger().ask(number.slice(0, 4) + number.slice(5))

    expect(refused).toMatchObject(tooMany)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await settled()
    expect(codesTo(number)).toHaveLength(3)
    expect((await logIn(person.email, person.password)).status).toBe(200)
  })

  test('a number that nobody has is refused after three as well', async () => {
    const number = someNumber()
    for (const _time of [1, 2, 3]) expect((await stranger().ask(number)).status).toBe(200)

    expect(await stranger().ask(number)).toMatchObject(tooMany)
  })

  test('the e-mail of the same user brings no fourth code, and nobody can tell', async () => {
    const number = someNumber()
    const person = await userWith(number)
    for (const _time of [1, 2, 3]) await askAndWait(number)

    expect((await stranger().ask(person.email)).status).toBe(200)

    await settled()
    expect(codesTo(number)).toHaveLength(3)
  })

  test('a user gets six codes a day', async () => {
    const number = someNumber()
    const person = await userWith(number)
    for (const _time of [1, 2, 3]) await askAndWait(number)
    // As if these had been asked for earlier today, and three others before them.
    await world.sql(
      `with moved as (
         update recoveries set created_at = created_at - interval '2 hours' where target_user_id = $1 returning *)
       insert into recoveries (reset_hash, browser_hash, key_id, address, target_company_id, target_user_id, code_hash, created_at, expires_at)
       select decode(md5(id || 'reset'), 'hex'), decode(md5(id || 'browser'), 'hex'), key_id, address, target_company_id, target_user_id,
         code_hash, created_at - interval '2 hours', expires_at from moved`,
      [person.id],
    )

    expect((await askAndWait(person.email)).status).toBe(200)
    expect(codesTo(number)).toHaveLength(3)

    await world.sql(`update recoveries set created_at = created_at - interval '24 hours' where target_user_id = $1`, [
      person.id,
    ])
    expect((await askAndWait(person.email)).status).toBe(200)
    expect(codesTo(number)).toHaveLength(4)
  })

  test('an address asks ten times an hour', async () => {
    const one = createStranger(world, '10.99.0.1')
    for (let nth = 0; nth < 10; nth += 1) expect((await one.ask(someNumber())).status).toBe(200)

    expect(await one.ask(someNumber())).toMatchObject(tooMany)
    expect((await stranger().ask(someNumber())).status).toBe(200)
  })
})

describe('nobody else reads a code (S34)', () => {
  test('it is in no table, no answer to the people of the platform, no event and no line of the log', async () => {
    const operator = await world.operator()
    const listener = await operator.listen({ lists: ['open', 'pending'], notification: true })
    const number = someNumber()
    const person = await userWith(number)
    const who = stranger()
    await who.ask(number)
    const byWhatsApp = await codeFor(number)
    await admin.put(`/users/${person.id}`, { wpp: '' })
    await stranger().ask(person.email)
    await eventually(() => expect(mails.received.map(({ to }) => to)).toEqual([[person.email]]))
    const [byMail = ''] = /\d{6}/.exec(mails.received[0]?.text ?? '') ?? []
    await settled()

    for (const code of [byWhatsApp, byMail]) {
      // Not the fraction of a second of some time.
      const alone = new RegExp(`(?<![\\d.])${code}(?!\\d)`)
      const tables = await world.sql(
        `select quote_ident(schemaname) || '.' || quote_ident(relname) as name from pg_stat_user_tables`,
      )
      for (const { name } of tables) {
        const [{ all }] = await world.sql(`select coalesce(string_agg(t::text, E'\\n'), '') as all from ${name} t`)
        expect({ name, found: alone.test(all) || all.includes(Buffer.from(code).toString('hex')) }).toEqual({
          name,
          found: false,
        })
      }
      for (const path of [
        '/tickets?status=pending&showAll=true',
        '/contacts',
        `/search?searchParam=${code}`,
        '/mail-server',
      ])
        expect(alone.test(JSON.stringify((await operator.get(path)).body))).toBe(false)
      expect(alone.test(JSON.stringify(listener.events))).toBe(false)
      expect(logged.filter((line) => alone.test(line))).toEqual([])
    }
  })

  test("the phone's copy of the message becomes no message", async () => {
    const number = someNumber()
    await userWith(number)
    await stranger().ask(number)
    await codeFor(number)
    const [sent] = messagesTo(number)
    if (!sent) throw new Error('nothing was sent')
    const before = await world.sql('select count(*)::int as count from messages where company_id = 1')

    const copy = said(number, sent.body, { externalId: sent.externalId, isEcho: true })
    const stored = await world.app.deps.units.run({ kind: 'connection', companyId: 1, connectionId }, (ctx) =>
      storeInbound(ctx, connectionId, copy),
    )

    const past = { ...copy, sentAt: new Date().toISOString(), ack: 2 as const }
    const other = { ...past, externalId: randomUUID() }
    const kept = await world.app.deps.units.read({ kind: 'import', companyId: 1, connectionId }, (ctx) =>
      withoutPrivateMessages(ctx, [past, other]),
    )

    expect(kept).toEqual([other])
    expect(stored.isNew).toBe(false)
    expect(await world.sql('select from inbox where company_id = 1')).toEqual([])
    expect(await world.sql('select count(*)::int as count from messages where company_id = 1')).toEqual(before)
  })
})

describe('after a recovery (S35)', () => {
  test('older sessions and sockets are over, the audit log says who and when, and the user is told', async () => {
    const number = someNumber()
    const person = await userWith(number)
    const again = await world.logIn(person.email, person.password)
    const listener = await again.listen()
    const who = await verified(number)

    await who.finish({ userId: who.resetId, newPassword: 'Outra-Senha-9' })

    expect(await again.get('/auth/me')).toMatchObject({ status: 401, body: { error: 'ERR_SESSION_EXPIRED' } })
    await eventually(() => expect(listener.socket.connected).toBe(false))
    const refreshed = await world.anonymous.post('/auth/refresh_token', undefined, {
      cookies: { [again.refreshCookie.name]: again.refreshCookie.value },
    })
    expect(refreshed.status).toBe(401)
    const audited = await company.sql(
      `select action, object_id, host(address) as address, detail from audit_log
       where company_id = $1 and object_id = $2 and action like 'recovery.%' order by id`,
      [company.id, String(person.id)],
    )
    expect(audited).toMatchObject([
      { action: 'recovery.requested', address: expect.stringContaining('10.77.'), detail: { sentBy: 'message' } },
      { action: 'recovery.finished', address: expect.stringContaining('10.77.') },
    ])
    await eventually(() => expect(messagesTo(number).at(-1)?.body).toContain(person.email))
  })

  test('a third wrong code is audited too', async () => {
    const number = someNumber()
    const person = await userWith(number)
    const who = stranger()
    await who.ask(number)
    const code = await codeFor(number)
    for (const _try of [1, 2, 3, 4]) await who.verify(wrong(code))

    const audited = await company.sql(
      `select action from audit_log where company_id = $1 and object_id = $2 and action like 'recovery.%' order by id`,
      [company.id, String(person.id)],
    )
    expect(audited).toEqual([{ action: 'recovery.requested' }, { action: 'recovery.failed' }])
  })

  test('a user of a company that is switched off gets no code', async () => {
    const closed = await world.company()
    const boss = await closed.admin()
    const number = someNumber()
    await boss.put(`/users/${boss.id}`, { wpp: number, currentPassword: boss.password })
    await world.sql('update companies set active = false where id = $1', [closed.id])

    expect((await stranger().ask(number)).status).toBe(200)
    await settled()
    expect(messagesTo(number)).toEqual([])
  })
})

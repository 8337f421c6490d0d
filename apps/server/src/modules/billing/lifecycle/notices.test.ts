import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import pino from 'pino'
import { type TestMailServer, createMailServer } from '#test/getting-in/mail-server'
import { someNumber } from '#test/inbound'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'
import { zoneWhere } from '#test/world/zones'
import type { UserNotices } from '#modules/user-notices'
import { noteNotices, tellNotice } from './tell-notice.ts'

let mails: TestMailServer
let world: World
let operator: Person
let lineId: number
const logged: string[] = []

beforeAll(async () => {
  mails = await createMailServer()
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
  world = await createWorld({ mailServer: mails.config, log })
  operator = await world.operator()
  const [line] = await world.sql(
    `insert into connections (company_id, name, channel, status, is_default) values (1, 'Guichê', 'whatsapp', 'connected', true) returning id`,
  )
  lineId = Number(line.id)
})
afterAll(async () => {
  await world.close()
  await mails.close()
})
beforeEach(async () => {
  await connect('connected')
  await world.sql('update billing_settings set grace_days = 0')
  await world.sql('update companies set due_date = null where id <> 1')
  world.network.answer(() => ({ status: 'sent' }))
})

const connect = (status: string) => world.sql('update connections set status = $2 where id = $1', [lineId, status])
const run = () => noteNotices(world.app.deps)

interface Terms {
  language?: string
  hour?: number
  phone?: string
  amount?: string
}

/** A company that pays R$ 99,90, by day unless it says so. */
async function newCompany({ language = 'pt-BR', hour = 12, phone = someNumber(), amount = '99.90' }: Terms = {}) {
  const company = await world.company({ plan: { amount } })
  await world.sql('update companies set timezone = $2, language = $3, phone = $4 where id = $1', [
    company.id,
    zoneWhere(hour),
    language,
    phone,
  ])
  const [row] = await world.sql('select name, email from companies where id = $1', [company.id])
  return { company, phone, name: row.name as string, email: row.email as string }
}

const dueIn = async (company: Company, days: number): Promise<string> => {
  const [row] = await world.sql(
    `update companies set due_date = (now() at time zone timezone)::date + $2::integer where id = $1 returning due_date::text as day`,
    [company.id, days],
  )
  return row.day
}

const told = (company: Company, kind: string) =>
  eventually(async () => {
    const [row] = await world.sql(
      'select told_at, due_date::text as day from subscription_notices where company_id = $1 and kind = $2',
      [company.id, kind],
    )
    expect(row?.told_at).toBeInstanceOf(Date)
    return row
  })
/** Everything that was ordered has reached its network, or was given up. */
const settled = () =>
  eventually(async () => {
    const [left] = await world.sql(
      `select (select count(*) from mails where status = 'waiting')::int + (select count(*) from private_messages where status = 'waiting')::int as count`,
    )
    expect(left.count).toBe(0)
  })
const mailsTo = (address: string) => mails.received.filter(({ to }) => to.includes(address))
const messagesTo = (number: string) => world.network.arrived.filter(({ address }) => address === number)
const leftOutOf = ({ id }: Company) =>
  logged
    .map((line) => JSON.parse(line))
    .filter(({ event, companyId }) => event === 'subscription.notice-left-out' && companyId === id)
    .map(({ kind, by, reason }) => ({ kind, by, reason }))

describe('a notice', () => {
  test('goes to the number of the company by the WhatsApp of the platform, and by e-mail to it and to its admins, once each', async () => {
    const { company, phone, name, email } = await newCompany()
    const admin = await company.admin()
    const second = await admin.post('/users', {
      name: 'Outra Admin',
      email: `outra-${company.id}@empresa.test`,
      password: 'Senha-Longa-9A',
      profile: 'admin',
      queueIds: [],
    })
    expect(second.status).toBe(200)
    const attendant = await company.attendant()
    await dueIn(company, 5)

    await run()
    await told(company, 'fiveDays')
    await settled()

    expect(mailsTo(email)).toHaveLength(1)
    expect(mailsTo(`outra-${company.id}@empresa.test`)).toHaveLength(1)
    expect(mailsTo(attendant.email)).toEqual([])
    const [mail] = mailsTo(email)
    expect(mail?.subject).toBe('Sua assinatura do Guichê vence em 5 dias')
    for (const part of [name, 'R$ 99,90', 'http://guiche.test/financeiro']) expect(mail?.text).toContain(part)
    const [message, ...more] = messagesTo(phone)
    expect(more).toEqual([])
    expect(message).toMatchObject({ connectionId: lineId })
    expect(message?.body).toContain('daqui a 5 dias')
    expect(message?.body).not.toContain('Não responda')
    expect(leftOutOf(company)).toEqual([])
  })

  test('is told once, however often and at the same time its job runs', async () => {
    const { company, email } = await newCompany({ hour: 2 })
    const dueDate = await dueIn(company, 1)
    await run()
    const written: number[] = []
    const notices: UserNotices = {
      isPossible: async () => true,
      tell: async () => 'nothing',
      writeToCompany: async (_db, { companyId }) => {
        written.push(companyId)
        return 'message'
      },
      writeOverOwn: async () => null,
      takeBack: async () => undefined,
      wake: () => world.app.deps.jobs.wake('mail.send'),
    }
    const tell = () =>
      tellNotice(
        { ...world.app.deps, mail: world.app.mail, notices },
        { companyId: company.id, dueDate, kind: 'oneDay' },
      )

    await Promise.all(Array.from({ length: 5 }, tell))
    await tell()
    await settled()

    expect(mailsTo(email)).toHaveLength(1)
    expect(written).toEqual([company.id])
  })

  test.each([
    ['en', 'Your Guichê subscription is due tomorrow', 'Hello'],
    ['es', 'Tu suscripción a Guichê vence mañana', '¡Hola'],
    ['tr', 'Guichê aboneliğinizin son ödeme günü yarın', 'Merhaba'],
    ['pt-BR', 'Sua assinatura do Guichê vence amanhã', 'Olá'],
  ])('is in the language of the company: %s', async (language, subject, hello) => {
    const { company, email, phone } = await newCompany({ language })
    await dueIn(company, 1)
    await run()
    await told(company, 'oneDay')
    await settled()

    expect(mailsTo(email)).toMatchObject([{ subject, text: expect.stringContaining(hello) }])
    expect(messagesTo(phone)[0]?.body).toContain(hello)
  })

  test('names the date, the days that are left and the amount of the invoice', async () => {
    await world.sql('update billing_settings set grace_days = 3')
    // The amount of the plan too: open invoices follow it.
    const { company, email } = await newCompany({ amount: '1234.56' })
    const dueDate = await dueIn(company, -1)
    await world.sql(
      `insert into invoices (company_id, due_date, detail, users, connections, queues, features, recurrence, amount_cents)
       values ($1, $2, 'Plano', 1, 1, 1, '{}', '', 123456)
       on conflict (company_id, due_date) do nothing`,
      [company.id, dueDate],
    )

    await run()
    await told(company, 'due')
    await settled()

    const [year, , day] = dueDate.split('-').map(Number)
    expect(mailsTo(email)[0]?.text).toContain(`${day} de `)
    expect(mailsTo(email)[0]?.text).toContain(` de ${year}`)
    expect(mailsTo(email)[0]?.text).toContain('R$ 1.234,56')
    expect(mailsTo(email)[0]?.text).toContain('Dias restantes: 2.')
  })

  test('of the night waits for the morning, and is not sent if the company has paid by then', async () => {
    const { company, email, phone } = await newCompany({ hour: 2 })
    await dueIn(company, 0)
    await run()
    const waiting = await eventually(async () => {
      const [job] = await world.sql(
        `select extract(epoch from start_after - now())::int as wait, id from pgboss.job where name = 'subscription.tell' and data ->> 'companyId' = $1`,
        [String(company.id)],
      )
      expect(job?.wait).toBeGreaterThan(5 * 3600 - 60)
      expect(job?.wait).toBeLessThan(7 * 3600 + 60)
      return job
    })
    expect(mailsTo(email)).toEqual([])

    expect(await operator.post(`/companies/${company.id}/renew`, {})).toMatchObject({ status: 200 })
    await world.sql('update pgboss.job set start_after = now() where id = $1', [waiting.id])
    await told(company, 'blocked')

    await settled()
    expect(mailsTo(email)).toEqual([])
    expect(messagesTo(phone)).toEqual([])
    expect(leftOutOf(company)).toEqual([{ kind: 'blocked', by: 'notice', reason: 'outdated' }])
  })
})

describe('what cannot be sent is left out, and the log says why', () => {
  test('a number that is none, and an address that is none', async () => {
    const { company, email } = await newCompany({ phone: '123' })
    await world.sql(`update companies set email = 'sem arroba' where id = $1`, [company.id])
    await dueIn(company, 1)
    await run()
    await told(company, 'oneDay')
    await settled()

    // The admin of a new company has its address.
    expect(mailsTo(email)).toHaveLength(1)
    expect(leftOutOf(company)).toEqual([{ kind: 'oneDay', by: 'message', reason: 'noNumber' }])
  })

  test('nobody of the company has an address: WhatsApp goes all the same', async () => {
    const { company, phone } = await newCompany()
    await world.sql(`update companies set email = '' where id = $1`, [company.id])
    await world.sql(`update users set email = 'sem arroba ' || id where company_id = $1`, [company.id])
    await dueIn(company, 1)
    await run()
    await told(company, 'oneDay')
    await settled()

    expect(messagesTo(phone)).toHaveLength(1)
    expect(await world.sql('select from mails where company_id = $1', [company.id])).toEqual([])
    expect(leftOutOf(company)).toEqual([{ kind: 'oneDay', by: 'mail', reason: 'noAddress' }])
  })

  test('no connection of the platform is connected: the e-mail goes all the same', async () => {
    await connect('disconnected')
    const { company, email, phone } = await newCompany()
    await dueIn(company, 1)
    await run()
    await told(company, 'oneDay')
    await settled()

    expect(mailsTo(email)).toHaveLength(1)
    expect(messagesTo(phone)).toEqual([])
    expect(leftOutOf(company)).toEqual([{ kind: 'oneDay', by: 'message', reason: 'noConnection' }])
  })

  test('WhatsApp does not know the number: no second e-mail takes its place', async () => {
    const { company, email } = await newCompany()
    world.network.answer(() => ({ status: 'rejected', reason: 'ERR_SENDING_WAPP_MSG' }))
    await dueIn(company, 1)
    await run()
    await told(company, 'oneDay')
    await settled()

    expect(mailsTo(email)).toHaveLength(1)
  })

  test('there is no mail server: WhatsApp goes all the same', async () => {
    const lines: string[] = []
    const poor = await createWorld({ log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }) })
    await poor.operator()
    await poor.sql(
      `insert into connections (company_id, name, channel, status, is_default) values (1, 'Guichê', 'whatsapp', 'connected', true)`,
    )
    const company = await poor.company()
    const phone = someNumber()
    await poor.sql(
      `update companies set timezone = $2, phone = $3, due_date = (now() at time zone $2)::date + 1 where id = $1`,
      [company.id, zoneWhere(12), phone],
    )

    await noteNotices(poor.app.deps)

    await eventually(() => expect(poor.network.arrived.map(({ address }) => address)).toEqual([phone]))
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ event: 'subscription.notice-left-out', by: 'mail', reason: 'noMailServer' }),
    )
    expect(await poor.sql('select from mails')).toEqual([])
    await poor.close()
  })
})

describe('an open window learns of a new state without a reload', () => {
  test('before the due date, and at the block, when it is in no other room', async () => {
    const { company } = await newCompany()
    const admin = await company.admin()
    const window = await admin.listen()
    const dueDate = await dueIn(company, 1)
    await run()
    await eventually(() =>
      expect(window.of('company').map(({ payload }) => payload.company.subscription)).toContainEqual({
        dueDate,
        graceDays: 0,
        isTrial: false,
        isBlocked: false,
      }),
    )

    await dueIn(company, 0)
    await run()

    await eventually(() =>
      expect(window.of('company').map(({ payload }) => payload.company.subscription)).toContainEqual(
        expect.objectContaining({ isBlocked: true }),
      ),
    )
    await eventually(async () =>
      expect(await admin.get('/tags')).toMatchObject({ status: 402, body: { error: 'ERR_SUBSCRIPTION_EXPIRED' } }),
    )
  })

  test('when the operator gives more grace, takes it back, or moves the due date', async () => {
    const { company } = await newCompany()
    const admin = await company.admin()
    await dueIn(company, -2)
    const states = async () => {
      const window = await admin.listen()
      return {
        last: () => window.of('company').at(-1)?.payload.company.subscription,
        close: () => window.close(),
      }
    }
    const window = await states()

    expect(await operator.put('/billing/settings', { graceDays: 5 })).toMatchObject({ status: 200 })
    await eventually(() => expect(window.last()).toMatchObject({ graceDays: 5, isBlocked: false }))
    await eventually(async () => expect(await admin.get('/tags')).toMatchObject({ status: 200 }))

    expect(await operator.put('/billing/settings', { graceDays: 1 })).toMatchObject({ status: 200 })
    await eventually(() => expect(window.last()).toMatchObject({ graceDays: 1, isBlocked: true }))
    await eventually(async () => expect(await admin.get('/tags')).toMatchObject({ status: 402 }))

    const far = await operator.put(`/companies/${company.id}`, { dueDate: '2031-03-10' })
    expect(far.status).toBe(200)
    await eventually(() => expect(window.last()).toMatchObject({ dueDate: '2031-03-10', isBlocked: false }))
    window.close()
  })
})

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Desk, createDesk } from '#test/desk'
import { said, someNumber } from '#test/inbound'
import { type Company, type Person, type TestConnection, eventually } from '#test/world'

let desk: Desk
let company: Company
let ana: Person
let admin: Person
beforeAll(async () => {
  desk = await createDesk()
  ;({ company, attendant: ana } = desk)
  admin = await company.admin()
  desk.world.network.answer(() => ({ status: 'sent' }))
})
afterAll(() => desk.world.close())

const warning = 'Ainda está aí, {{firstName}}?'
const warned = 'Ainda está aí, Mariana?'
const ended = 'Encerramos por falta de resposta.'

const never = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((weekdayEn) => ({
  weekday: weekdayEn,
  weekdayEn,
  startTimeA: '',
  endTimeA: '',
  startTimeB: '',
  endTimeB: '',
}))

interface Talk {
  id: number
  connection: TestConnection
  number: string
}

/** Warned after 10 minutes, closed 5 minutes later. */
const usual = { timeInactiveMessage: 10, inactiveMessage: warning, expiresTicket: 5, expiresInactiveMessage: ended }

async function openTalk(settings: object = {}): Promise<Talk> {
  const connection = await company.connection({ queues: [desk.queue], settings: { complationMessage: 'Até logo!' } })
  expect(await admin.put(`/whatsapp/${connection.id}`, { ...usual, ...settings })).toMatchObject({ status: 200 })
  const number = someNumber()
  return { id: await desk.openTicket(connection, number), connection, number }
}

/** A setting of the company until the end of the test. */
async function set(column: string, data: string, usually: string) {
  await company.setting(column, data)
  onTestFinished(() => company.setting(column, usually))
}

/** Turns the clock: everything that has happened to the ticket was so much earlier. */
async function letPass(id: number, minutes: number) {
  const earlier = 'make_interval(mins => $2)'
  await company.sql(`update tickets set updated_at = updated_at - ${earlier} where id = $1`, [id, minutes])
  await company.sql(
    `update ticket_timers set due_at = due_at - ${earlier},
       detail = detail || jsonb_build_object('from', (detail ->> 'from')::timestamptz - ${earlier})
         || case when detail ? 'warned' then jsonb_build_object('warned',
              detail -> 'warned' || jsonb_build_object('at', (detail -> 'warned' ->> 'at')::timestamptz - ${earlier})) else '{}' end
     where ticket_id = $1`,
    [id, minutes],
  )
}

const ticketOf = async (id: number) => (await admin.get(`/tickets/${id}`)).body
const bodiesOf = async (id: number): Promise<string[]> =>
  (await company.sql('select body from messages where ticket_id = $1 order by id', [id])).map(({ body }) => body)
const logOf = async (id: number): Promise<string[]> =>
  (
    await company.sql(
      `select kind from ticket_log where ticket_id = $1 and kind not in ('access', 'create', 'open', 'moved', 'rated') order by id`,
      [id],
    )
  ).map(({ kind }) => kind)
const isSaid = (id: number, ...bodies: string[]) => eventually(async () => expect(await bodiesOf(id)).toEqual(bodies))
const isClosed = (id: number) => eventually(async () => expect(await ticketOf(id)).toMatchObject({ status: 'closed' }))
/** The timer has looked at the ticket and set itself anew. */
const isLookedAt = (id: number) =>
  eventually(async () =>
    expect(
      await company.sql('select 1 from ticket_timers where ticket_id = $1 and due_at > now() and tries = 0', [id]),
    ).toHaveLength(1),
  )
/** Makes the timer look now, whatever it finds. */
const look = async (id: number) => {
  await company.sql("update ticket_timers set due_at = now() - interval '1 second' where ticket_id = $1", [id])
  await isLookedAt(id)
}

describe('an open ticket in which nobody writes', () => {
  test('is warned once, and closed later with its own text and its own entry in the log', async () => {
    const { id } = await openTalk()
    const listener = await ana.listen({ lists: ['open'] })

    await letPass(id, 10)
    await isSaid(id, 'Olá', warned)
    await isLookedAt(id)
    expect(await ticketOf(id)).toMatchObject({ status: 'open', userId: ana.id, sendInactiveMessage: true })
    await letPass(id, 4)
    await look(id)
    expect(await bodiesOf(id)).toEqual(['Olá', warned])

    await letPass(id, 1)
    await isClosed(id)

    expect(await bodiesOf(id)).toEqual(['Olá', warned, ended])
    expect(await logOf(id)).toEqual(['autoClose'])
    expect(await ticketOf(id)).toMatchObject({ userId: ana.id })
    expect(
      await company.sql(
        'select user_id::int, finished_at is not null as is_finished from ticket_turns where ticket_id = $1',
        [id],
      ),
    ).toEqual([{ user_id: ana.id, is_finished: true }])
    await eventually(() =>
      expect(listener.of('ticket').map(({ payload }) => payload)).toContainEqual(
        expect.objectContaining({ action: 'delete', ticketId: id, status: 'open' }),
      ),
    )
    expect(await company.sql('select 1 from ticket_timers where ticket_id = $1', [id])).toEqual([])
    await eventually(() => expect(desk.arrived()).toEqual(expect.arrayContaining([warned, ended])))
  })

  test.each([
    ['customer', async ({ connection, number }: Talk) => connection.receive(said(number, 'Estou aqui'))],
    ['attendant', async ({ id }: Talk) => void (await ana.post(`/messages/${id}`, { body: 'Um momento' }))],
  ])('begins anew when the %s writes after the warning', async (_, write) => {
    const talk = await openTalk()
    await letPass(talk.id, 10)
    await isSaid(talk.id, 'Olá', warned)

    await write(talk)
    await letPass(talk.id, 6)
    await isLookedAt(talk.id)
    expect(await ticketOf(talk.id)).toMatchObject({ status: 'open', sendInactiveMessage: false })
    await letPass(talk.id, 4)

    await eventually(async () => expect((await bodiesOf(talk.id)).filter((body) => body === warned)).toHaveLength(2))
  })

  test('is not warned late, when nothing ran for a while, and closed late', async () => {
    const [short, long] = [await openTalk({ expiresTicket: 60 }), await openTalk({ expiresTicket: 60 })]

    await letPass(short.id, 20)
    await letPass(long.id, 600)

    await isLookedAt(short.id)
    expect(await bodiesOf(short.id)).toEqual(['Olá'])
    await isClosed(long.id)
    expect(await bodiesOf(long.id)).toEqual(['Olá', ended])
  })

  test('is kept if the connection has no times', async () => {
    const { id } = await openTalk({ timeInactiveMessage: 0, expiresTicket: 0 })

    expect(await company.sql('select 1 from ticket_timers where ticket_id = $1', [id])).toEqual([])
  })

  test('is closed without a warning if there is none', async () => {
    const { id } = await openTalk({ timeInactiveMessage: 0 })

    await letPass(id, 5)

    await isClosed(id)
    expect(await bodiesOf(id)).toEqual(['Olá', ended])
  })

  test('is warned but not closed without a time for that', async () => {
    const { id } = await openTalk({ expiresTicket: 0 })

    await letPass(id, 10)
    await isSaid(id, 'Olá', warned)
    await letPass(id, 1000)
    await isLookedAt(id)

    expect(await ticketOf(id)).toMatchObject({ status: 'open' })
    expect(await bodiesOf(id)).toEqual(['Olá', warned])
  })

  test('is kept while the attendant owes the answer, if only the customer is meant', async () => {
    const { id } = await openTalk({ whenExpiresTicket: '1' })
    await letPass(id, 1000)
    await isLookedAt(id)
    expect(await ticketOf(id)).toMatchObject({ status: 'open' })

    await ana.post(`/messages/${id}`, { body: 'Pode ser?' })
    await letPass(id, 15)

    await isClosed(id)
    expect(await bodiesOf(id)).toEqual(['Olá', 'Pode ser?', ended])
  })

  test.each([
    [
      'a transfer was announced',
      async ({ id }: Talk) => {
        await set('sendMsgTransfTicket', 'enabled', 'disabled')
        await ana.put(`/tickets/${id}`, { status: 'open', userId: admin.id })
      },
    ],
    [
      'an out-of-hours text',
      async ({ connection, number }: Talk) => {
        await set('sendMessageOutExpedientTicketOpen', 'enabled', 'disabled')
        await set('scheduleType', 'connection', 'disabled')
        await company.sql('update connections set opening_hours = $2, settings = settings || $3 where id = $1', [
          connection.id,
          JSON.stringify(never),
          JSON.stringify({ outOfHoursMessage: 'Estamos fechados.' }),
        ])
        await connection.receive(said(number, 'Alguém aí?'))
      },
    ],
  ])(
    'is kept while the attendant owes the answer, also after %s, if only the customer is meant',
    async (_, happens) => {
      const talk = await openTalk({ whenExpiresTicket: '1' })
      await happens(talk)
      const bodies = await bodiesOf(talk.id)
      expect(
        await company.sql("select 1 from messages where ticket_id = $1 and origin = 'bot'", [talk.id]),
      ).toHaveLength(1)

      await letPass(talk.id, 1000)
      await isLookedAt(talk.id)

      expect(await ticketOf(talk.id)).toMatchObject({ status: 'open' })
      expect(await bodiesOf(talk.id)).toEqual(bodies)

      await admin.post(`/messages/${talk.id}`, { body: 'Pode ser?' })
      await letPass(talk.id, 15)
      await isClosed(talk.id)
    },
  )

  test('is kept while its connection is not connected, because nobody could answer', async () => {
    const { id, connection } = await openTalk()
    await company.sql("update connections set status = 'disconnected' where id = $1", [connection.id])

    await letPass(id, 1000)
    await isLookedAt(id)

    expect(await ticketOf(id)).toMatchObject({ status: 'open' })
    await company.sql("update connections set status = 'connected' where id = $1", [connection.id])
    await look(id)
    expect(await bodiesOf(id)).toEqual(['Olá'])
  })

  test('begins anew when somebody else takes it', async () => {
    const { id } = await openTalk()
    await letPass(id, 9)

    await ana.put(`/tickets/${id}`, { status: 'open', userId: admin.id })
    await letPass(id, 2)
    await look(id)

    expect(await ticketOf(id)).toMatchObject({ status: 'open', userId: admin.id })
    expect(await bodiesOf(id)).toEqual(['Olá'])
  })
})

describe('what is never closed for inactivity', () => {
  test('a waiting ticket', async () => {
    const { id } = await openTalk()

    await ana.put(`/tickets/${id}`, { status: 'pending' })

    expect(await company.sql('select 1 from ticket_timers where ticket_id = $1', [id])).toEqual([])
  })

  test('a group, also one that is handled as a ticket', async () => {
    const connection = await company.connection({ queues: [desk.queue], allowsGroups: true })
    await admin.put(`/whatsapp/${connection.id}`, { ...usual, groupAsTicket: 'enabled' })
    await connection.receive(
      said({ kind: 'group', value: `${someNumber()}@g.us` }, 'Olá', { isGroup: true, name: 'Família' }),
    )
    const [{ id }] = await company.sql('select id::int from tickets where connection_id = $1', [connection.id])

    await admin.put(`/tickets/${id}`, { status: 'open', userId: admin.id, queueId: desk.queue.id })

    expect(await ticketOf(id)).toMatchObject({ status: 'open', isGroup: true })
    expect(await company.sql('select 1 from ticket_timers where ticket_id = $1', [id])).toEqual([])
  })
})

describe('when the times of a connection change', () => {
  const timers = (id: number) =>
    company.sql(
      `select detail ->> 'rule' as rule, round(extract(epoch from due_at - now()) / 60)::int as minutes from ticket_timers where ticket_id = $1`,
      [id],
    )

  test('its open tickets follow, counting from then on', async () => {
    const { id, connection } = await openTalk({ timeInactiveMessage: 0, expiresTicket: 0 })
    await letPass(id, 1000)

    await admin.put(`/whatsapp/${connection.id}`, { timeInactiveMessage: 3, expiresTicket: 4 })

    await eventually(async () => expect(await timers(id)).toEqual([{ rule: '3/4', minutes: 3 }]))
    await letPass(id, 3)
    await isSaid(id, 'Olá', warned)
  })

  test('those that were warned are not warned again', async () => {
    const { id, connection } = await openTalk()
    await letPass(id, 10)
    await isSaid(id, 'Olá', warned)
    await isLookedAt(id)

    await admin.put(`/whatsapp/${connection.id}`, { timeInactiveMessage: 20, expiresTicket: 30 })
    await eventually(async () => expect(await timers(id)).toEqual([{ rule: '20/30', minutes: 20 }]))
    await letPass(id, 20)
    await isLookedAt(id)
    expect(await bodiesOf(id)).toEqual(['Olá', warned])
    await letPass(id, 10)

    await isClosed(id)
    expect(await bodiesOf(id)).toEqual(['Olá', warned, ended])
  })

  test('nothing is due any more without times', async () => {
    const { id, connection } = await openTalk()

    await admin.put(`/whatsapp/${connection.id}`, { timeInactiveMessage: 0, expiresTicket: 0 })

    await eventually(async () => expect(await timers(id)).toEqual([]))
  })

  test('a change of something else begins nothing anew', async () => {
    const { id, connection } = await openTalk()
    await letPass(id, 5)

    await admin.put(`/whatsapp/${connection.id}`, { complationMessage: 'Tchau!' })
    await admin.put(`/whatsapp/${connection.id}`, { expiresTicketNPS: 45 })

    await eventually(async () =>
      expect(
        await company.sql(
          "select 1 from pgboss.job where name = 'follow' and state = 'completed' and data ->> 'follower' = 'timers.followConnection' and data -> 'fact' -> 'ids' ->> 'connectionId' = $1 ",
          [String(connection.id)],
        ),
      ).not.toHaveLength(0),
    )
    expect(await timers(id)).toEqual([{ rule: '10/5', minutes: 5 }])
  })
})

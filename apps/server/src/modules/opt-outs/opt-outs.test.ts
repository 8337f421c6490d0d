import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  arrivedTexts,
  campaignIn,
  contactList,
  runCampaign,
  startCampaign,
  withoutPauses,
  type Shop,
  shopIn,
} from '#test/campaigns/campaigns'
import { samples } from '#test/files'
import { said, someNumber } from '#test/inbound'
import { beginChange } from '#test/lock-table'
import { type Company, type World, createWorld, eventually } from '#test/world'
import { texts } from '#texts'
import { sql } from '#platform/database/sql'
import { optOutNumbers } from './index.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(() => world.network.answer(() => ({ status: 'sent' })))

const shop = () => shopIn(world)

/** A campaign that has reached these people. */
async function reach({ company, admin, connection }: Shop, numbers: readonly string[], body: object = {}) {
  const id = await runCampaign(admin, {
    connections: [connection],
    contactListId: await contactList(
      company,
      numbers.map((number) => ({ number })),
    ),
    ...body,
  })
  await campaignIn(admin, id, 'FINALIZADA')
  return id
}

const ledger = ({ company }: Pick<Shop, 'company'>) =>
  company.sql(
    `select is_out, is_current, source, word, reason, campaign_id::int, message_id is not null as has_message, contact_id::int, user_id::int
     from opt_outs where company_id = $1 order by id`,
    [company.id],
  )

const textsTo = ({ connection }: Pick<Shop, 'connection'>, number: string) =>
  arrivedTexts(world, connection)
    .filter(([to]) => to === number)
    .map(([, text]) => text)

const statesOf = async ({ admin }: Shop, id: number) => (await admin.get(`/campaigns/${id}`)).body.counts.states

const ticketsOf = ({ company }: Shop) =>
  company.sql('select id::int, status, unread_count, user_id from tickets where company_id = $1 order by id', [
    company.id,
  ])

const contactOf = async ({ company }: Pick<Shop, 'company'>, number: string): Promise<number> => {
  const [row] = await company.sql('select id::int from contacts where company_id = $1 and phone = $2', [
    company.id,
    number,
  ])
  return row.id
}

/** Statements with this text that wait for others. */
const waitingFor = (text: string) =>
  world.sql(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
    [`%${text}%`],
  )

/** As something else does that works on them at this moment. */
async function lockConversations(
  { id: companyId }: Company,
  contactId: number,
): Promise<{ release: () => Promise<void> }> {
  const released = Promise.withResolvers<undefined>()
  const locked = Promise.withResolvers<undefined>()
  const done = world.app.deps.units.run({ kind: 'system', companyId }, async ({ db }) => {
    await sql`select from conversations where company_id = ${companyId} and contact_id = ${contactId} for update`.execute(
      db,
    )
    locked.resolve(undefined)
    await released.promise
  })
  await locked.promise
  return {
    release: async () => {
      released.resolve(undefined)
      await done
    },
  }
}

const { out, back } = texts.pt.optOut

describe('who answers a campaign with a word that opts out', () => {
  test('is in the ledger, is told so once, and is left out of the next campaign', async () => {
    const place = await shop()
    const { connection } = place
    const [leaves, stays] = [someNumber(), someNumber()]
    const id = await reach(place, [leaves, stays])

    await connection.receive(said(leaves, ' Parar!! '))
    await connection.receive(said(leaves, 'PARAR'))

    await eventually(() => expect(textsTo(place, leaves)).toEqual(['Oi Mariana Lopes', out]))
    expect(await ledger(place)).toEqual([
      {
        is_out: true,
        is_current: true,
        source: 'word',
        word: 'parar',
        reason: '',
        campaign_id: id,
        has_message: true,
        contact_id: await contactOf(place, leaves),
        user_id: null,
      },
    ])
    const { body: preview } = await place.admin.post('/campaigns/preview', {
      contactListId: await contactList(place.company, [{ number: leaves }, { number: stays }]),
    })
    expect(preview).toMatchObject({ people: 1, leftOut: [{ reason: 'optedOut', count: 1 }] })
    const next = await reach(place, [leaves, stays])
    expect(await statesOf(place, next)).toMatchObject({ sent: 1, skipped: 1 })
    const { contactList: list } = (await place.admin.get(`/campaigns/${next}`)).body
    expect(
      list.contacts.map(({ isWhatsappValid }: { isWhatsappValid: boolean }) => isWhatsappValid).toSorted(),
    ).toEqual([false, true])
    expect(textsTo(place, leaves)).toEqual(['Oi Mariana Lopes', out])
    expect(textsTo(place, stays)).toHaveLength(2)
  })

  test.each(['Sair', 'stop', 'DESCADASTRAR.', '“Parar”'])('counts %s', async (word) => {
    const place = await shop()
    const number = someNumber()
    await reach(place, [number])
    await place.connection.receive(said(number, word))
    expect(await ledger(place)).toHaveLength(1)
  })

  test('opens no work: the ticket is closed again, with the message and the confirmation in it', async () => {
    const place = await shop()
    const { admin, connection } = place
    const number = someNumber()
    await reach(place, [number])
    await connection.receive(said(number, 'Parar'))

    const [ticket] = await ticketsOf(place)
    expect(ticket).toMatchObject({ status: 'closed', unread_count: 0, user_id: null })
    const { body } = await admin.get(`/messages/${ticket.id}?pageNumber=1`)
    expect(body.messages.map((message: { body: string }) => message.body)).toEqual(['Oi Mariana Lopes', 'Parar', out])
    expect((await admin.get('/tickets?status=pending&showAll=true')).body.tickets).toEqual([])
    // What they write next is for people.
    await connection.receive(said(number, 'Mas preciso do meu boleto'))
    expect((await ticketsOf(place)).some(({ status }) => status === 'pending')).toBe(true)
  })

  test('leaves the ticket open if it was open before, or if they have written something else too', async () => {
    const place = await shop()
    const { connection } = place
    const [talks, asks] = [someNumber(), someNumber()]
    await reach(place, [talks, asks])
    await connection.receive(said(talks, 'Bom dia'))
    await connection.receive(said(talks, 'Parar'))
    await connection.receive(said(asks, 'Parar'), said(asks, 'E o meu pedido?'))

    expect((await ticketsOf(place)).map(({ status }) => status)).toEqual(['pending', 'pending'])
    expect(await ledger(place)).toHaveLength(2)
  })

  test('is left out of campaigns of all numbers of the company, and of no other company', async () => {
    const place = await shop()
    const other = await shop()
    const number = someNumber()
    await reach(place, [number])
    await reach(other, [number])
    // They answer on another number of the company than the one that wrote.
    const second = await place.company.connection({ queues: [place.queue] })
    await second.receive(said(number, 'Sair'))

    const third = { ...place, connection: await place.company.connection() }
    expect(await statesOf(place, await reach(third, [number]))).toMatchObject({ skipped: 1, sent: 0 })
    expect(await statesOf(other, await reach(other, [number]))).toMatchObject({ skipped: 0, sent: 1 })
    expect(await ledger(other)).toEqual([])
  })

  test('may write their number with or without the ninth digit in a list', async () => {
    const place = await shop()
    const number = someNumber()
    await reach(place, [number])
    await place.connection.receive(said(number, 'Sair'))
    expect(await statesOf(place, await reach(place, [`${number.slice(0, 4)}${number.slice(5)}`]))).toMatchObject({
      skipped: 1,
    })
  })

  test('gets no greeting and no menu for it', async () => {
    const company = await world.company()
    const queues = [await company.queue('Comercial'), await company.queue('Suporte')]
    const connection = await company.connection({ queues, settings: { greetingMessage: 'Olá!' } })
    const place = { company, admin: await company.admin(), queue: { id: 0 }, connection }
    const number = someNumber()
    await reach(place, [number])
    await connection.receive(said(number, 'Parar'))
    await eventually(() => expect(textsTo(place, number)).toEqual(['Oi Mariana Lopes', out]))
  })

  test('gets no answer to what they wrote while the phone was offline, and is left out all the same', async () => {
    const place = await shop()
    const number = someNumber()
    await reach(place, [number])
    const missed = { since: '2026-11-20T22:02:00.000Z', until: '2026-11-21T08:05:00.000Z' }
    await place.connection.receive(said(number, 'Parar', { missed }))
    expect(await ledger(place)).toHaveLength(1)
    expect(
      await place.company.sql("select from messages where company_id = $1 and origin = 'bot'", [place.company.id]),
    ).toEqual([])
  })
})

describe('the same word', () => {
  test('means nothing without a campaign within 7 days, in a longer message, or of the company itself', async () => {
    const place = await shop()
    const { company, connection } = place
    const [never, late, talker, echo] = [someNumber(), someNumber(), someNumber(), someNumber()]
    await reach(place, [late, talker, echo])
    await company.sql(
      `update messages m set sent_at = now() - interval '7 days 1 minute' from conversations v
       where v.company_id = $1 and m.company_id = $1 and m.conversation_id = v.id and v.contact_id = $2`,
      [company.id, await contactOf(place, late)],
    )
    await connection.receive(said(never, 'Parar'))
    await connection.receive(said(late, 'Parar'))
    await connection.receive(said(talker, 'Quero parar de pagar'))
    await connection.receive(said(echo, 'Parar', { isEcho: true }))
    expect(await ledger(place)).toEqual([])
    expect((await ticketsOf(place)).filter(({ status }) => status === 'closed')).toEqual([])
  })

  test('answers the menu of the bot, if they are in it', async () => {
    const company = await world.company()
    const queues = [await company.queue('Comercial'), await company.queue('Suporte')]
    const connection = await company.connection({ queues, settings: { greetingMessage: 'Olá!' } })
    const place = { company, admin: await company.admin(), queue: { id: 0 }, connection }
    const number = someNumber()
    await reach(place, [number])
    await connection.receive(said(number, 'Oi'))
    // They read the menu before they answer it.
    await company.sql(
      `update tickets set bot = jsonb_set(bot, '{saidAt}', to_jsonb(now() - interval '10 seconds')) where company_id = $1`,
      [company.id],
    )
    await connection.receive(said(number, 'Sair'))
    expect(await ledger(place)).toEqual([])
    // It has ended the talk with the bot.
    expect((await ticketsOf(place)).map(({ status }) => status)).toEqual(['closed'])
  })
})

describe('words of the company', () => {
  test('opt out too, however they are written', async () => {
    const place = await shop()
    const { admin, connection } = place
    const saved = await admin.put('/opt-out-words', { words: ['Não quero mais!', 'nao quero mais', 'Sair', 'Chega'] })
    expect(saved).toMatchObject({ status: 200, body: { words: ['nao quero mais', 'Chega'] } })
    const number = someNumber()
    await reach(place, [number])
    await connection.receive(said(number, 'NÃO, quero mais'))
    expect(await ledger(place)).toMatchObject([{ word: 'nao quero mais' }])
  })

  test('are refused when they are empty, too long or too many, or when they opt in', async () => {
    const { admin } = await shop()
    for (const words of [
      [''],
      ['?!'],
      ['Voltar'],
      ['START'],
      ['a'.repeat(41)],
      Array.from({ length: 21 }, (_, nth) => `x${nth}`),
    ])
      expect(await admin.put('/opt-out-words', { words })).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION' },
      })
    expect((await admin.get('/opt-out-words')).body).toEqual({ words: [] })
  })

  test('are for admins and supervisors, audited, and told to their other windows', async () => {
    const place = await shop()
    const { company, admin, queue } = place
    const ana = await company.attendant({ queues: [queue] })
    const window = await admin.listen()
    const hers = await ana.listen()
    expect((await ana.get('/opt-out-words')).status).toBe(403)
    expect((await ana.put('/opt-out-words', { words: ['chega'] })).status).toBe(403)
    await admin.put('/opt-out-words', { words: ['Chega'] })
    await admin.put('/opt-out-words', { words: ['Chega'] })
    await eventually(() => expect(window.of('optOutWords')).toHaveLength(1))
    expect(hers.of('optOutWords')).toEqual([])
    expect(
      await company.sql("select detail from audit_log where company_id = $1 and action = 'optOutWords.changed'", [
        company.id,
      ]),
    ).toEqual([{ detail: { before: { words: [] }, after: { words: ['Chega'] } } }])
  })
})

describe('who has opted out', () => {
  test('comes back with "voltar", is told so once, and gets campaigns again', async () => {
    const place = await shop()
    const { connection } = place
    const number = someNumber()
    await reach(place, [number])
    await connection.receive(said(number, 'Voltar'))
    expect(await ledger(place)).toEqual([])
    const before = (await ticketsOf(place)).map(({ status }) => status)
    expect(before).toEqual(['pending'])

    await connection.receive(said(number, 'Parar'))
    await connection.receive(said(number, 'VOLTAR'))
    await eventually(() => expect(textsTo(place, number)).toEqual(['Oi Mariana Lopes', out, back]))
    expect(await ledger(place)).toMatchObject([
      { is_out: true, is_current: false },
      { is_out: false, is_current: true, source: 'word', word: 'voltar' },
    ])
    await place.admin.put(`/tickets/${(await ticketsOf(place))[0]?.id}`, {
      status: 'closed',
      userId: place.admin.id,
    })
    expect(await statesOf(place, await reach(place, [number]))).toMatchObject({ sent: 1, skipped: 0 })
  })

  test('and says so again while an attendant lets them back in stays out: the later wish counts', async () => {
    const place = await shop()
    const { admin, connection } = place
    const number = someNumber()
    await reach(place, [number])
    await connection.receive(said(number, 'Parar'))
    const path = `/contacts/${await contactOf(place, number)}/opt-out`

    // The attendant's change is written and not committed yet.
    const log = await beginChange(world.databases.admin, [{ text: 'lock table audit_log in share mode', values: [] }])
    const change = admin.put(path, { isOptedOut: false, reason: 'Pediu por telefone' })
    await eventually(async () => expect(await waitingFor('audit_log')).toHaveLength(1))
    const heard = connection.receive(said(number, 'Parar'))
    await eventually(async () => expect(await waitingFor('opt_outs')).toHaveLength(1))
    await log.commit()
    expect((await change).status).toBe(200)
    await heard

    expect(await ledger(place)).toMatchObject([
      { is_out: true, is_current: false, source: 'word' },
      { is_out: false, is_current: false, source: 'attendant' },
      { is_out: true, is_current: true, source: 'word' },
    ])
    expect((await admin.get(path)).body).toMatchObject({ isOptedOut: true })
  })

  test('is told so for 7 days after they opted out, and after that asks a person', async () => {
    const place = await shop()
    const { company, connection } = place
    const [soon, late] = [someNumber(), someNumber()]
    await reach(place, [soon, late])
    await connection.receive(said(soon, 'Parar'))
    await connection.receive(said(late, 'Parar'))
    await company.sql(
      "update messages set sent_at = now() - interval '8 days' where company_id = $1 and origin = 'campaign'",
      [company.id],
    )
    await company.sql("update opt_outs set created_at = now() - interval '7 days 1 minute' where contact_id = $1", [
      await contactOf(place, late),
    ])
    await connection.receive(said(soon, 'Voltar'))
    await connection.receive(said(late, 'Voltar'))
    expect((await ledger(place)).filter(({ is_current }) => is_current)).toMatchObject([
      { is_out: true, contact_id: await contactOf(place, late) },
      { is_out: false, contact_id: await contactOf(place, soon) },
    ])
  })

  test('is answered by attendants as usual', async () => {
    const place = await shop()
    const { admin, queue, connection } = place
    const number = someNumber()
    await reach(place, [number])
    await connection.receive(said(number, 'Parar'))
    await connection.receive(said(number, 'Preciso de ajuda'))
    const ticket = (await ticketsOf(place)).find(({ status }) => status === 'pending')
    await admin.put(`/tickets/${ticket?.id}`, { status: 'open', userId: admin.id, queueId: queue.id })
    expect((await admin.post(`/messages/${ticket?.id}`, { body: 'Pois não' })).status).toBe(200)
    await eventually(() => expect(textsTo(place, number).join('\n')).toContain('Pois não'))
  })

  test('gets nothing that still waited in the outbox', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    const [number, other] = [someNumber(), someNumber()]
    await reach(place, [number])
    const [first] = await company.sql('select id from messages where company_id = $1', [company.id])
    let release: () => void = () => undefined
    world.network.answer(async ({ address }) => {
      if (address === other)
        await new Promise<void>((resolve) => {
          release = resolve
        })
      return { status: 'sent' }
    })
    world.network.setPace({ atOnce: 1, perSecond: 1000, automatic: { atOnce: 1, perSecond: 1000 } })
    onTestFinished(() =>
      world.network.setPace({ atOnce: 100, perSecond: 1000, automatic: { atOnce: 50, perSecond: 500 } }),
    )
    const id = await startCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, [{ number: other }, { number }]),
      message1: 'Outra oferta',
    })
    await eventually(() => expect(world.network.tries.map(({ address }) => address)).toContain(other))
    await eventually(async () => expect(await statesOf(place, id)).toMatchObject({ reserved: 2 }))
    await admin.put(`/contacts/${await contactOf(place, number)}/opt-out`, {
      isOptedOut: true,
      reason: 'Pediu por telefone',
    })
    release()
    await campaignIn(admin, id, 'FINALIZADA')
    expect(await statesOf(place, id)).toMatchObject({ sent: 1, skipped: 1 })
    expect(textsTo(place, number)).toEqual(['Oi Mariana Lopes'])
    expect(
      await company.sql(
        `select m.id from messages m join conversations v on v.company_id = m.company_id and v.id = m.conversation_id
         where m.company_id = $1 and v.contact_id = $2`,
        [company.id, await contactOf(place, number)],
      ),
    ).toEqual([first])
  })

  test('gets nothing although they had been chosen already, and only their conversation was waited for', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    const number = someNumber()
    await reach(place, [number])
    const contactId = await contactOf(place, number)
    const lock = await lockConversations(company, contactId)
    const id = await startCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, [{ number }]),
      message1: 'Outra oferta',
    })
    await eventually(async () =>
      expect(
        await company.sql(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%conversations%'",
        ),
      ).not.toEqual([]),
    )
    await admin.put(`/contacts/${contactId}/opt-out`, { isOptedOut: true, reason: 'Pediu por telefone' })
    await lock.release()
    await campaignIn(admin, id, 'FINALIZADA')
    expect(await statesOf(place, id)).toMatchObject({ sent: 0, skipped: 1 })
    expect(textsTo(place, number)).toEqual(['Oi Mariana Lopes'])
  })

  test('gets nothing although they opted out while their message was being stored', async () => {
    const place = await shop()
    const { company, admin } = place
    const number = someNumber()
    await reach(place, [number])
    // The last statement of a reservation waits for this row, when everybody has been asked about already.
    const count = await beginChange(world.databases.admin, [
      { text: 'select from number_guard_days where company_id = $1 for update', values: [company.id] },
    ])
    const id = await startCampaign(admin, {
      connections: [place.connection],
      contactListId: await contactList(company, [{ number }]),
      message1: 'Outra oferta',
    })
    await eventually(async () =>
      expect(
        await company.sql(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%number_guard_days%'",
        ),
      ).not.toEqual([]),
    )
    await admin.put(`/contacts/${await contactOf(place, number)}/opt-out`, { isOptedOut: true, reason: 'Pediu' })
    await count.commit()
    await campaignIn(admin, id, 'FINALIZADA')
    expect(await statesOf(place, id)).toMatchObject({ sent: 0, skipped: 1 })
    expect(textsTo(place, number)).toEqual(['Oi Mariana Lopes'])
  })

  test('gets no recording whose text they have answered with it', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    await admin.post('/campaign-settings', { settings: withoutPauses })
    let isOffline = true
    world.network.answer(({ kind }) => ({ status: kind === 'media' && isOffline ? 'held' : 'sent' }))
    const number = someNumber()
    const { body } = await admin.post('/campaigns', {
      name: 'Com áudio',
      whatsappId: String(connection.id),
      contactListId: await contactList(company, [{ number }]),
      message1: 'Ouça',
    })
    await admin.upload(`/campaigns/${body.id}/media-upload`, {}, [
      { field: 'file', name: 'oferta.ogg', type: 'audio/ogg', data: samples.ogg },
    ])
    await admin.put(`/campaigns/${body.id}`, { scheduledAt: new Date().toISOString() })
    await campaignIn(admin, body.id, 'FINALIZADA')
    await connection.receive(said(number, 'Parar'))
    isOffline = false
    await eventually(() => expect(textsTo(place, number)).toContain(out))
    expect(textsTo(place, number)).toEqual(['Ouça', out])
  })

  test('gets nothing at a new number of their contact', async () => {
    const place = await shop()
    const { admin } = place
    const { body: contact } = await admin.post('/contacts', { name: 'Rita', number: someNumber() })
    await admin.put(`/contacts/${contact.id}/opt-out`, { isOptedOut: true, reason: 'Pediu' })
    const number = someNumber()
    expect((await admin.put(`/contacts/${contact.id}`, { name: 'Rita', number })).status).toBe(200)
    expect(await statesOf(place, await reach(place, [number]))).toMatchObject({ sent: 0, skipped: 1 })
    expect(textsTo(place, number)).toEqual([])
  })

  test('stays out after their contact was erased: a keyed hash keeps it, and nothing says whose it is', async () => {
    const place = await shop()
    const { company, admin } = place
    const number = someNumber()
    const { body: contact } = await admin.post('/contacts', { name: 'Rita', number })
    await admin.put(`/contacts/${contact.id}/opt-out`, { isOptedOut: true, reason: `Rita ligou do ${number}` })
    expect((await admin.delete(`/contacts/${contact.id}`)).status).toBe(200)

    const [row] = await company.sql('select to_jsonb(o) as row from opt_outs o where company_id = $1', [company.id])
    expect(row.row).toMatchObject({ contact_id: null, reason: '', is_out: true, is_current: true })
    expect(JSON.stringify(row.row)).not.toContain(number.slice(-8))
    // A number is the same person without its ninth digit.
    const hash = createHmac('sha256', world.app.deps.keys.optOutHash)
      .update(`${company.id} ${number.slice(0, 4)}${number.slice(5)}`)
      .digest('hex')
    expect(row.row.person_hash).toBe(`\\x${hash}`)
    expect(await statesOf(place, await reach(place, [number]))).toMatchObject({ skipped: 1 })
    // The same person as a new contact.
    const { body: again } = await admin.post('/contacts', { name: 'Rita', number })
    expect((await admin.get(`/contacts/${again.id}/opt-out`)).body).toMatchObject({ isOptedOut: true })
  })
})

describe('a campaign that asks first', () => {
  test('takes an opt-out for neither a yes nor a mere no', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    await admin.put('/opt-out-words', { words: ['Me tira da lista'] })
    const [leaves, declines] = [someNumber(), someNumber()]
    const id = await runCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, [{ number: leaves }, { number: declines }]),
      confirmation: true,
      confirmationMessage1: 'Posso mandar?',
      message1: 'A oferta',
    })
    await eventually(async () =>
      expect((await admin.get(`/campaigns/${id}`)).body.counts).toMatchObject({ requested: 2 }),
    )
    await connection.receive(said(leaves, 'me tira da lista'))
    await connection.receive(said(declines, 'Não'))
    await campaignIn(admin, id, 'FINALIZADA')
    expect(
      await company.sql('select number, state, reason from campaign_recipients where campaign_id = $1 order by id', [
        id,
      ]),
    ).toEqual([
      { number: leaves, state: 'skipped', reason: 'optedOut' },
      { number: declines, state: 'skipped', reason: 'declined' },
    ])
    expect((await admin.get(`/campaigns/${id}`)).body.counts).toMatchObject({ valid: 2, confirmed: 0 })
    expect(await ledger(place)).toHaveLength(1)
    expect(textsTo(place, leaves)).toEqual(['Posso mandar?', out])
  })
})

describe('a program', () => {
  test('cannot advertise to who has opted out, and sends everything else', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    const program = world.program(await company.apiToken(connection))
    const number = someNumber()
    const { body: contact } = await admin.post('/contacts', { name: 'Rita', number })
    const advertise = (more: object = {}) =>
      program.post('/api/messages/send', { number, body: 'Promoção', marketing: true, ...more })
    expect((await advertise()).status).toBe(200)
    await admin.put(`/contacts/${contact.id}/opt-out`, { isOptedOut: true, reason: 'Pediu' })
    const refused = { status: 400, body: { error: 'ERR_OPTED_OUT' } }
    expect(await advertise()).toMatchObject(refused)
    expect(await advertise({ number: `${number.slice(0, 4)}${number.slice(5)}` })).toMatchObject(refused)
    expect((await advertise({ marketing: false, body: 'Seu pedido saiu' })).status).toBe(200)
    await eventually(() => expect(textsTo(place, number)).toEqual(['Promoção', 'Seu pedido saiu']))
  })
})

describe('an attendant', () => {
  test('opts a contact out and in again with a reason, which the drawer shows in all windows', async () => {
    const { company, admin, queue } = await shop()
    const ana = await company.attendant({ queues: [queue], name: 'Ana Prado' })
    const { body: contact } = await admin.post('/contacts', { name: 'Rita', number: someNumber() })
    const path = `/contacts/${contact.id}/opt-out`
    const window = await admin.listen()
    expect((await ana.get(path)).body).toEqual({
      contactId: contact.id,
      isOptedOut: false,
      hasNumber: true,
      last: null,
    })
    const change = (isOptedOut: boolean, reason: string) => ana.put(path, { isOptedOut, reason })
    expect(await change(true, ' ')).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    expect(await change(false, 'Nunca saiu')).toMatchObject({ status: 200, body: { isOptedOut: false, last: null } })
    const left = {
      contactId: contact.id,
      isOptedOut: true,
      hasNumber: true,
      last: {
        at: expect.any(String),
        source: 'attendant',
        word: '',
        campaign: null,
        user: { id: ana.id, name: 'Ana Prado' },
        reason: 'Pediu por telefone',
      },
    }
    expect(await change(true, 'Pediu por telefone')).toMatchObject({ status: 200, body: left })
    // Done once, whoever does it again.
    expect((await change(true, 'De novo')).body).toEqual(left)
    expect((await admin.get(path)).body).toEqual(left)
    expect((await change(false, 'Pediu para voltar')).body).toMatchObject({
      isOptedOut: false,
      last: { reason: 'Pediu para voltar' },
    })
    await eventually(() =>
      expect(window.of('optOut').map(({ payload }) => payload)).toMatchObject([
        { action: 'update', contactId: contact.id },
        { action: 'update', contactId: contact.id },
      ]),
    )
    expect(
      await company.sql(
        "select action, actor_user_id::int as who from audit_log where company_id = $1 and object = 'contact' and object_id = $2 order by id",
        [company.id, String(contact.id)],
      ),
    ).toEqual([
      { action: 'contact.optedOut', who: ana.id },
      { action: 'contact.optedIn', who: ana.id },
    ])
  })

  test('shows by which word and campaign somebody has opted out', async () => {
    const place = await shop()
    const number = someNumber()
    const id = await reach(place, [number])
    await place.connection.receive(said(number, 'Sair'))
    const path = `/contacts/${await contactOf(place, number)}/opt-out`
    expect((await place.admin.get(path)).body).toMatchObject({
      isOptedOut: true,
      last: { source: 'word', word: 'sair', campaign: { id, name: 'Inverno' }, user: null },
    })
    await place.admin.delete(`/campaigns/${id}`)
    expect((await place.admin.get(path)).body).toMatchObject({ isOptedOut: true, last: { campaign: null } })
  })

  test('changes nothing for contacts whose ticket they do not see, without a number, or of another company', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    const other = await shop()
    const outsider = await company.attendant()
    const number = someNumber()
    await connection.receive(said(number, 'Oi'))
    const contactId = await contactOf(place, number)
    const change = { isOptedOut: true, reason: 'Sem motivo' }
    expect(await outsider.put(`/contacts/${contactId}/opt-out`, change)).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    })
    expect((await other.admin.put(`/contacts/${contactId}/opt-out`, change)).status).toBe(404)
    expect((await other.admin.get(`/contacts/${contactId}/opt-out`)).status).toBe(404)
    const [group] = await company.sql(
      `insert into contacts (company_id, name, is_group) values ($1, 'Grupo', true) returning id::int`,
      [company.id],
    )
    expect(await admin.put(`/contacts/${group.id}/opt-out`, change)).toMatchObject({
      status: 400,
      body: { error: 'ERR_WAPP_INVALID_CONTACT' },
    })
    expect(await ledger(place)).toEqual([])
  })
})

describe('the list of those who get no campaigns', () => {
  const listOf = async ({ admin }: Pick<Shop, 'admin'>, query = '') => (await admin.get(`/opt-outs${query}`)).body

  test('says who, since when, and by which word, campaign or attendant', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    const number = someNumber()
    const campaignId = await reach(place, [number])
    await connection.receive(said(number, 'Parar'))
    const { body: contact } = await admin.post('/contacts', { name: 'Rita Moura', number: someNumber() })
    await admin.put(`/contacts/${contact.id}/opt-out`, { isOptedOut: true, reason: 'Pediu por telefone' })
    const supervisor = await company.supervisor()

    const { people, hasMore } = await listOf({ admin: supervisor })
    expect(hasMore).toBe(false)
    expect(people).toMatchObject([
      {
        contact: { id: contact.id, name: 'Rita Moura' },
        source: 'attendant',
        user: { id: admin.id },
        reason: 'Pediu por telefone',
        at: expect.any(String),
      },
      { contact: { id: await contactOf(place, number) }, source: 'word', word: 'parar', campaign: { id: campaignId } },
    ])
    expect((await listOf(place, '?searchParam=rita')).people).toHaveLength(1)
    expect((await listOf(place, `?searchParam=${number.slice(-6)}`)).people).toHaveLength(1)
    expect((await listOf(place, '?searchParam=ninguem')).people).toEqual([])
  })

  test('comes in pages, and has a contact once, however many numbers they have', async () => {
    const place = await shop()
    const { company, admin } = place
    await company.sql(
      `insert into contacts (company_id, name, phone) select $1, 'Pessoa ' || n, '55118' || (30000000 + n) from generate_series(1, 45) n`,
      [company.id],
    )
    await company.sql(
      `insert into opt_outs (company_id, person_hash, is_out, source, contact_id)
       select $1, sha256(convert_to(c.id || ' ' || n, 'UTF8')), true, 'attendant', c.id
       from contacts c cross join generate_series(1, 2) n where c.company_id = $1 order by n, c.id`,
      [company.id],
    )
    const seen: number[] = []
    for (let page = await listOf(place); ; page = await listOf(place, `?before=${page.people.at(-1).id}`)) {
      seen.push(...page.people.map(({ contact }: { contact: { id: number } }) => contact.id))
      if (!page.hasMore) break
    }
    expect(seen).toHaveLength(45)
    expect(new Set(seen).size).toBe(45)
    const { payload } = await world.app.http.inject({
      url: '/opt-outs.csv?searchParam=pessoa',
      headers: { authorization: `Bearer ${admin.token}` },
    })
    const [titles, first, ...others] = payload.trim().split('\r\n')
    expect(titles).toContain('"Nome";"Número";"Desde"')
    expect(first).toMatch(/^"Pessoa 45";"5511830000045";.*"Por um atendente"/)
    expect(others).toHaveLength(44)
  })

  test('lets people get campaigns again with a reason, also those who are no contact, live', async () => {
    const place = await shop()
    const { company, admin } = place
    const window = await admin.listen()
    const stranger = someNumber()
    await world.app.deps.units.run({ kind: 'system', companyId: company.id }, (ctx) => optOutNumbers(ctx, [stranger]))
    const { body: contact } = await admin.post('/contacts', { name: 'Rita Moura', number: someNumber() })
    await admin.put(`/contacts/${contact.id}/opt-out`, { isOptedOut: true, reason: 'Pediu por telefone' })
    const [rita] = (await listOf(place)).people
    const [nobody] = (await listOf(place, `?searchParam=${stranger}`)).people
    expect(nobody).toMatchObject({ contact: null, source: 'import' })

    const end = (id: number, body: object) => admin.post(`/opt-outs/${id}/end`, body)
    expect(await end(rita.id, { reason: ' ' })).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } })
    for (const { id } of [rita, nobody]) {
      expect((await end(id, { reason: 'Quer as ofertas de novo' })).status).toBe(200)
      expect((await end(id, { reason: 'Quer as ofertas de novo' })).status).toBe(404)
    }
    expect((await listOf(place)).people).toEqual([])
    expect((await admin.get(`/contacts/${contact.id}/opt-out`)).body).toMatchObject({
      isOptedOut: false,
      last: { reason: 'Quer as ofertas de novo' },
    })
    await eventually(() =>
      expect(window.of('optOut').map(({ payload }) => payload.action)).toEqual([
        'reload',
        'update',
        'update',
        'reload',
      ]),
    )
  })

  test('is for admins and supervisors of the company', async () => {
    const place = await shop()
    const other = await shop()
    const { admin, company } = place
    const { body: contact } = await admin.post('/contacts', { name: 'Rita Moura', number: someNumber() })
    await admin.put(`/contacts/${contact.id}/opt-out`, { isOptedOut: true, reason: 'Pediu por telefone' })
    const [{ id }] = (await listOf(place)).people
    const ana = await company.attendant()
    for (const path of ['/opt-outs', '/opt-outs.csv']) expect((await ana.get(path)).status).toBe(403)
    expect((await ana.post(`/opt-outs/${id}/end`, { reason: 'Quer de novo' })).status).toBe(403)
    expect((await other.admin.post(`/opt-outs/${id}/end`, { reason: 'Quer de novo' })).status).toBe(404)
    expect((await listOf(other)).people).toEqual([])
    expect((await listOf(place)).people).toHaveLength(1)
  })
})

import { limits } from '@guiche/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  type ListedPerson,
  arrivedTexts,
  campaignIn,
  contactList,
  listedNumbers,
  numbersOf,
  people,
  runCampaign,
  savedCampaign,
  startCampaign,
  withoutPauses,
  type Shop,
  shopIn,
} from '#test/campaigns/campaigns'
import { samples } from '#test/files'
import { said, someNumber } from '#test/inbound'
import { type World, createWorld, eventually } from '#test/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(() => world.network.answer(() => ({ status: 'sent' })))

const shop = () => shopIn(world)

const recipients = ({ company }: Shop, campaignId: number) =>
  company.sql(
    'select number, state, reason, variant, connection_id::int, external_id from campaign_recipients where campaign_id = $1 order by id',
    [campaignId],
  )

/** Who is looked at again in a minute is looked at now. */
const lookAgain = ({ company }: Shop, campaignId: number) =>
  company.sql("update campaign_recipients set not_before = '-infinity' where campaign_id = $1 and state = 'waiting'", [
    campaignId,
  ])

describe('a campaign whose time has come', () => {
  test('sends each person their own text once, and is finished', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    await admin.post('/campaign-settings', {
      settings: { ...withoutPauses, variables: [{ key: 'loja', value: 'Centro {nome}' }] },
    })
    const known = someNumber()
    await admin.post('/contacts', { name: 'Nome que fica', number: known })
    const list = [
      { name: 'Rita Souza', number: someNumber(), variables: { cidade: 'Recife {{name}}' } },
      { name: 'Ivo', number: someNumber() },
      { name: 'Outro nome', number: known },
    ]
    const id = await startCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, list),
      message1: 'Oi {nome|cliente}, {{firstName}}! {cidade|sua cidade} {loja} {nada} {{number}}',
    })

    const { counts, shipping, completedAt } = await campaignIn(admin, id, 'FINALIZADA')
    const texts = new Map(arrivedTexts(world, connection))
    expect(numbersOf(arrivedTexts(world, connection))).toEqual(listedNumbers(list))
    const [rita, ivo] = list
    expect(texts.get(rita?.number ?? '')).toBe(
      `Oi Rita Souza, Rita! Recife {{name}} Centro {nome} {nada} ${rita?.number}`,
    )
    expect(texts.get(ivo?.number ?? '')).toBe(`Oi Ivo, Ivo! sua cidade Centro {nome} {nada} ${ivo?.number}`)
    expect(counts).toMatchObject({ total: 3, valid: 3, reached: 3, states: { sent: 3 } })
    expect(completedAt).not.toBeNull()
    expect(shipping).toHaveLength(3)
    for (const one of shipping)
      expect(one).toMatchObject({ deliveredAt: expect.any(String), confirmationRequestedAt: null, variant: 1 })
    // The contact is made with the name of the list, and one that is known keeps its own.
    expect(
      await company.sql('select name from contacts where company_id = $1 and phone = any ($2) order by name', [
        company.id,
        [known, rita?.number],
      ]),
    ).toEqual([{ name: 'Nome que fica' }, { name: 'Rita Souza' }])
    expect(await company.sql('select from tickets where company_id = $1', [company.id])).toEqual([])
  })

  test('shows in the list of campaigns how many valid people it has reached, and others how large their list is', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    const list = [{ number: someNumber() }, { number: someNumber() }, { number: someNumber(), isValid: false }]
    const contactListId = await contactList(company, list)
    await company.sql('update contact_lists set contacts_count = 3 where id = $1', [contactListId])
    const id = await runCampaign(admin, { connections: [connection], contactListId })
    await campaignIn(admin, id, 'FINALIZADA')
    const planned = await savedCampaign(place, { contactListId })

    const { records } = (await admin.get('/campaigns')).body
    expect(records).toMatchObject([
      { id: planned.id, contactList: { contactsCount: 3 }, counts: { total: 0, valid: 0, reached: 0 } },
      { id, counts: { total: 3, valid: 2, reached: 2 } },
    ])
  })

  test('writes to a number once, and lists who gets nothing with the reason', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    const [own, blocked, plain] = [someNumber(), someNumber(), someNumber()]
    await company.sql('update connections set number = $2 where id = $1', [connection.id, own])
    const { body: contact } = await admin.post('/contacts', { name: 'Bloqueada', number: blocked })
    await company.sql('update contacts set is_active = false where id = $1', [contact.id])
    // 5511 9 6…: with and without the ninth digit it is one person.
    const withNinth = `55119${plain.slice(5)}`
    const list = [
      { number: plain },
      { number: `${withNinth.slice(0, 4)}${withNinth.slice(5)}` },
      { number: someNumber(), isValid: false },
      { number: '123' },
      { number: own },
      { number: blocked },
    ]
    const id = await runCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, list),
    })

    const { counts, contactList: shown } = await campaignIn(admin, id, 'FINALIZADA')
    expect(numbersOf(arrivedTexts(world, connection))).toEqual([plain])
    expect(counts).toMatchObject({ total: 5, valid: 1, states: { sent: 1, skipped: 4 } })
    expect((await recipients(place, id)).map(({ reason }) => reason)).toEqual([
      null,
      'invalid',
      'invalid',
      'own',
      'blocked',
    ])
    expect(shown.contacts.filter(({ isWhatsappValid }: { isWhatsappValid: boolean }) => isWhatsappValid)).toHaveLength(
      1,
    )
  })

  test('writes to the contacts with a tag, and to no group', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    const { body: tag } = await admin.post('/tags', { name: 'Fiéis' })
    const number = someNumber()
    const { body: contact } = await admin.post('/contacts', { name: 'Rita', number })
    const [group] = await company.sql(
      `insert into contacts (company_id, name, is_group) values ($1, 'Grupo', true) returning id::int`,
      [company.id],
    )
    for (const contactId of [contact.id, group.id])
      await company.sql('insert into contact_tags (company_id, contact_id, tag_id) values ($1, $2, $3)', [
        company.id,
        contactId,
        tag.id,
      ])
    const id = await runCampaign(admin, { connections: [connection], tagListId: tag.id })
    const record = await campaignIn(admin, id, 'FINALIZADA')
    expect(record).toMatchObject({ tagListId: tag.id, contactList: { name: 'Fiéis' } })
    expect(arrivedTexts(world, connection)).toEqual([[number, 'Oi Rita']])
    expect(new Set((await recipients(place, id)).map(({ reason }) => reason))).toEqual(new Set(['group', null]))
  })

  test('sends a picture with its text, and a recording after its text', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    await admin.post('/campaign-settings', { settings: withoutPauses })
    const send = async (file: { name: string; type: string; data: Buffer }) => {
      const { body } = await admin.post('/campaigns', {
        name: 'Com arquivo',
        whatsappId: String(connection.id),
        contactListId: await contactList(company, people(1)),
        message1: file.name,
      })
      await admin.upload(`/campaigns/${body.id}/media-upload`, {}, [{ field: 'file', ...file }])
      await admin.put(`/campaigns/${body.id}`, { scheduledAt: new Date().toISOString() })
      await campaignIn(admin, body.id, 'FINALIZADA')
    }
    await send({ name: 'oferta.png', type: 'image/png', data: await samples.png() })
    await send({ name: 'oferta.ogg', type: 'audio/ogg', data: samples.ogg })
    await eventually(() =>
      expect(
        world.network.arrived
          .filter(({ connectionId }) => connectionId === connection.id)
          .map(({ kind, shownAs, body }) => [kind, shownAs, body]),
      ).toEqual([
        ['media', 'image', 'oferta.png'],
        ['text', undefined, 'oferta.ogg'],
        ['media', 'audio', ''],
      ]),
    )
  })

  test('says why it cannot start', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    const refused = async (body: object, before: (id: number) => Promise<unknown>) => {
      const { body: made } = await admin.post('/campaigns', {
        name: 'Sem sorte',
        whatsappId: String(connection.id),
        message1: 'Oi',
        scheduledAt: '2031-03-10 09:00:00',
        ...body,
      })
      await before(made.id)
      await company.sql('update campaigns set scheduled_at = now() where id = $1', [made.id])
      return (await campaignIn(admin, made.id, 'CANCELADA')).failure
    }
    const gone = await contactList(company, people(1))
    expect(
      await refused({ contactListId: gone }, () => company.sql('delete from contact_lists where id = $1', [gone])),
    ).toBe('ERR_NO_CONTACT_LIST_FOUND')
    expect(await refused({ contactListId: await contactList(company, []) }, async () => undefined)).toBe(
      'ERR_CAMPAIGN_WITHOUT_PEOPLE',
    )
    expect(
      await refused({ contactListId: await contactList(company, people(1)) }, (id) =>
        company.sql('delete from campaign_paces where campaign_id = $1', [id]),
      ),
    ).toBe('ERR_CAMPAIGN_WITHOUT_CONNECTION')
  })

  test('waits while the plan does not include campaigns', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    const operator = await world.operator()
    const plan = (await operator.get(`/companies/${company.id}`)).body.plan
    const id = await runCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, people(1)),
      scheduledAt: '2031-03-10 09:00:00',
    })
    await operator.put(`/plans/${plan.id}`, { useCampaigns: false })
    await company.sql('update campaigns set scheduled_at = now() where id = $1', [id])
    // The engine looks every second; a campaign of another company that starts later has been sent by then.
    const other = await shop()
    const otherId = await runCampaign(other.admin, {
      connections: [other.connection],
      contactListId: await contactList(other.company, people(1)),
    })
    await campaignIn(other.admin, otherId, 'FINALIZADA')
    expect(arrivedTexts(world, connection)).toEqual([])

    await operator.put(`/plans/${plan.id}`, { useCampaigns: true })
    await campaignIn(admin, id, 'FINALIZADA')
    expect(arrivedTexts(world, connection)).toHaveLength(1)
  })
})

describe('numbers that were never checked', () => {
  test('are asked of the network before the first message, and those that it does not have are left out', async () => {
    // In a world of its own, because other tests ask nothing.
    const own = await createWorld()
    onTestFinished(() => own.close())
    const there = await own.company()
    const boss = await there.admin()
    const line = await there.connection()
    const [known, unknown, checked] = [someNumber(), someNumber(), someNumber()]
    const asked: string[] = []
    own.network.answerNumbers((number) => {
      asked.push(number)
      return number === unknown ? null : `${number.slice(0, 4)}${number.slice(5)}`
    })
    const id = await runCampaign(boss, {
      connections: [line],
      contactListId: await contactList(there, [
        { number: known, isValid: null },
        { number: unknown, isValid: null },
        { number: checked, isValid: true },
      ]),
    })
    const { counts } = await campaignIn(boss, id, 'FINALIZADA')
    expect(counts.states).toMatchObject({ sent: 2, skipped: 1 })
    expect(asked.toSorted()).toEqual([known, unknown].toSorted())
    // The network's own form of the number is written to.
    expect(numbersOf(arrivedTexts(own, line))).toEqual([`${known.slice(0, 4)}${known.slice(5)}`, checked].toSorted())
  })
})

describe('an answer', () => {
  test('opens a ticket in the queue and with the tag that the campaign names, below its message', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    const sales = await company.queue('Vendas')
    const { body: tag } = await admin.post('/tags', { name: 'Respondeu' })
    const [person] = people(1)
    const number = person?.number ?? ''
    const id = await runCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, [{ number }]),
      queueId: sales.id,
      answerTagId: tag.id,
    })
    await campaignIn(admin, id, 'FINALIZADA')
    await connection.receive(said(number, 'Quero saber mais'))

    const [ticket] = await company.sql(
      'select id::int, status, queue_id::int from tickets where company_id = $1 and connection_id = $2',
      [company.id, connection.id],
    )
    expect(ticket).toMatchObject({ status: 'pending', queue_id: sales.id })
    expect(await company.sql('select tag_id::int from ticket_tags where ticket_id = $1', [ticket.id])).toEqual([
      { tag_id: tag.id },
    ])
    const { body } = await admin.get(`/messages/${ticket.id}?pageNumber=1`)
    expect(body.messages.slice(0, 2).map((message: { body: string }) => message.body)).toEqual([
      'Oi Mariana Lopes',
      'Quero saber mais',
    ])
    await eventually(async () =>
      expect((await admin.get(`/campaigns/${id}`)).body.counts.states).toMatchObject({ answered: 1, sent: 0 }),
    )
  })

  test('is waited for: who is talking with an attendant gets the message when that has ended', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    const [number, other] = [someNumber(), someNumber()]
    await connection.receive(said(number, 'Preciso de ajuda'))
    const [ticket] = await company.sql('select id::int from tickets where connection_id = $1', [connection.id])
    const id = await runCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, [{ number }, { number: other }]),
    })
    await eventually(() => expect(numbersOf(arrivedTexts(world, connection))).toContain(other))
    await eventually(async () =>
      expect(await recipients(place, id)).toMatchObject([
        { number, state: 'waiting', reason: 'talking' },
        { number: other },
      ]),
    )
    await admin.put(`/tickets/${ticket.id}`, { status: 'closed', userId: admin.id })
    await lookAgain(place, id)
    await campaignIn(admin, id, 'FINALIZADA')
    expect(arrivedTexts(world, connection).filter(([to]) => to === number)).toEqual([[number, 'Oi Mariana Lopes']])
  })
})

describe('a campaign that asks first', () => {
  async function asked(place: Shop, list: ListedPerson[]) {
    const { company, admin, connection } = place
    const id = await runCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, list),
      confirmation: true,
      confirmationMessage1: 'Posso mandar?',
      message1: 'A oferta',
    })
    await eventually(async () =>
      expect((await admin.get(`/campaigns/${id}`)).body.counts).toMatchObject({ requested: list.length }),
    )
    return id
  }

  const textsTo = ({ connection }: Shop, number: string) =>
    arrivedTexts(world, connection)
      .filter(([to]) => to === number)
      .map(([, text]) => text)

  test('waits seven days for answers, and ends then', async () => {
    const place = await shop()
    const { admin, company, connection } = place
    const number = someNumber()
    const id = await asked(place, [{ number }])
    const askedBefore = (days: number) =>
      company.sql(
        'update campaign_recipients set requested_at = now() - make_interval(days => $2) where campaign_id = $1',
        [id, days],
      )
    await askedBefore(6)
    await lookAgain(place, id)
    expect((await admin.get(`/campaigns/${id}`)).body.status).toBe('EM_ANDAMENTO')
    await askedBefore(8)

    expect((await campaignIn(admin, id, 'FINALIZADA')).counts).toMatchObject({ requested: 1, confirmed: 0, reached: 0 })
    // Whoever answers later is heard, and gets nothing.
    await connection.receive(said(number, 'Pode'))
    await eventually(async () =>
      expect((await admin.get(`/campaigns/${id}`)).body.counts.states).toMatchObject({ answered: 1 }),
    )
    expect(textsTo(place, number)).toEqual(['Posso mandar?'])
  })

  test('sends its message after the first answer, once, and never after a no', async () => {
    const place = await shop()
    const { admin, connection } = place
    const [yes, no, silent] = [someNumber(), someNumber(), someNumber()]
    const id = await asked(place, [{ number: yes }, { number: no }, { number: silent }])

    await connection.receive(said(no, 'No momento não'))
    await connection.receive(said(yes, 'No sábado pode'), said(yes, 'Manda'))
    await connection.receive(said(no, 'Sim'))
    await eventually(() => expect(textsTo(place, yes)).toEqual(['Posso mandar?', 'A oferta']))
    await connection.receive(said(yes, 'Manda de novo'))
    await eventually(async () =>
      expect((await admin.get(`/campaigns/${id}`)).body.counts).toMatchObject({
        requested: 3,
        confirmed: 1,
        reached: 1,
        states: { answered: 1, skipped: 1, sent: 1 },
      }),
    )
    expect(textsTo(place, yes)).toEqual(['Posso mandar?', 'A oferta'])
    expect(textsTo(place, no)).toEqual(['Posso mandar?'])
    expect(textsTo(place, silent)).toEqual(['Posso mandar?'])
    const { shipping } = (await admin.get(`/campaigns/${id}`)).body
    const shown = shipping.find(({ number }: { number: string }) => number === yes)
    expect(shown).toMatchObject({
      confirmation: true,
      confirmedAt: expect.any(String),
      deliveredAt: expect.any(String),
    })
  })

  test('counts an answer that comes before the ack of the question', async () => {
    const place = await shop()
    const number = someNumber()
    let answer: () => void = () => undefined
    world.network.answer(async ({ body, address }) => {
      if (body === 'Posso mandar?' && address === number)
        await new Promise<void>((resolve) => {
          answer = resolve
        })
      return { status: 'sent' }
    })
    const { company, admin, connection } = place
    await runCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, [{ number }]),
      confirmation: true,
      confirmationMessage1: 'Posso mandar?',
      message1: 'A oferta',
    })
    await eventually(() => expect(world.network.tries.map(({ address }) => address)).toContain(number))
    await connection.receive(said(number, 'Sim'))
    answer()
    await eventually(() => expect(textsTo(place, number)).toEqual(['Posso mandar?', 'A oferta']))
  })
})

describe('a campaign that is cancelled', () => {
  test('is asked again at the moment of sending: what a killed process left behind is not sent', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    await world.app.delivery.stop()
    const id = await runCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, people(1)),
    })
    await eventually(async () =>
      expect(await company.sql('select from outbox where company_id = $1', [company.id])).toHaveLength(1),
    )
    // As if a process had taken it and been killed.
    await company.sql(
      "update outbox set taken_until = now() + interval '1 second', attempts = 1 where company_id = $1",
      [company.id],
    )
    await admin.post(`/campaigns/${id}/cancel`)
    await world.app.delivery.start()
    await eventually(async () =>
      expect(await recipients(place, id)).toMatchObject([{ state: 'uncertain', reason: 'ERR_CAMPAIGN_STOPPED' }]),
    )
    expect(arrivedTexts(world, connection)).toEqual([])
    await admin.post(`/campaigns/${id}/restart`)
    await campaignIn(admin, id, 'FINALIZADA')
    expect(arrivedTexts(world, connection)).toEqual([])
  })

  test('lets attendants delete what it has sent', async () => {
    const place = await shop()
    const { company, admin, connection, queue } = place
    await admin.post('/campaign-settings', { settings: { ...withoutPauses, messageInterval: 20 } })
    const id = await startCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, people(2)),
    })
    await eventually(() => expect(arrivedTexts(world, connection)).toHaveLength(1))
    await eventually(async () =>
      expect((await recipients(place, id)).map(({ state }) => state)).toEqual(['sent', 'waiting']),
    )
    await admin.post(`/campaigns/${id}/cancel`)
    const [[number] = ['']] = arrivedTexts(world, connection)
    await connection.receive(said(number, 'Quem é?'))
    const [ticket] = await company.sql('select id::int from tickets where company_id = $1', [company.id])
    await admin.put(`/tickets/${ticket.id}`, { status: 'open', userId: admin.id, queueId: queue.id })
    const [message] = await company.sql("select id::int from messages where company_id = $1 and origin = 'campaign'", [
      company.id,
    ])
    expect((await admin.delete(`/messages/${message.id}`)).status).toBe(200)
    await eventually(() =>
      expect(
        world.network.arrived.filter(({ connectionId }) => connectionId === connection.id).map(({ action }) => action),
      ).toContain('delete'),
    )
  })

  test('sends nothing that a killed process left behind when it is deleted', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    await world.app.delivery.stop()
    const id = await runCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, people(1)),
    })
    await eventually(async () =>
      expect(await company.sql('select from outbox where company_id = $1', [company.id])).toHaveLength(1),
    )
    // As if a process had taken it and been killed.
    await company.sql(
      "update outbox set taken_until = now() + interval '1 second', attempts = 1 where company_id = $1",
      [company.id],
    )
    await admin.post(`/campaigns/${id}/cancel`)
    expect((await admin.delete(`/campaigns/${id}`)).status).toBe(200)
    await world.app.delivery.start()
    await eventually(async () =>
      expect(await company.sql('select from outbox where company_id = $1', [company.id])).toEqual([]),
    )
    expect(arrivedTexts(world, connection)).toEqual([])
  })

  test('stops as well when it is deleted', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    await admin.post('/campaign-settings', { settings: { ...withoutPauses, messageInterval: 20 } })
    const id = await startCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, people(3)),
    })
    await eventually(() => expect(arrivedTexts(world, connection)).toHaveLength(1))
    expect((await admin.delete(`/campaigns/${id}`)).status).toBe(200)
    expect(await company.sql('select from outbox where company_id = $1', [company.id])).toEqual([])
    await eventually(async () =>
      expect(await company.sql('select from campaign_recipients where company_id = $1', [company.id])).toEqual([]),
    )
    // What was sent stays in its conversation.
    expect(
      await company.sql("select count(*)::int from messages where company_id = $1 and origin = 'campaign'", [
        company.id,
      ]),
    ).toEqual([{ count: 1 }])
  })
})

test('a message that is refused by the network is not tried again after its reader has opted out', async () => {
  const place = await shop()
  const { company, admin, connection } = place
  const number = someNumber()
  const { body: contact } = await admin.post('/contacts', { name: 'Rita', number })
  let refuse: (() => void) | undefined
  world.network.answer(async () => {
    if (refuse) return { status: 'sent' }
    await new Promise<void>((resolve) => {
      refuse = resolve
    })
    return { status: 'retry', reason: 'ERR_SENDING_WAPP_MSG' }
  })
  const id = await runCampaign(admin, {
    connections: [connection],
    contactListId: await contactList(company, [{ number }]),
  })
  await eventually(() => expect(refuse).toBeDefined())
  const change = { isOptedOut: true, reason: 'Pediu por telefone' }
  expect((await admin.put(`/contacts/${contact.id}/opt-out`, change)).status).toBe(200)
  refuse?.()
  await campaignIn(admin, id, 'FINALIZADA')
  expect(arrivedTexts(world, connection)).toEqual([])
  expect(await recipients(place, id)).toMatchObject([{ state: 'uncertain', reason: 'ERR_OPTED_OUT' }])
})

describe('a campaign whose message waits to be sent', () => {
  /** The customer has written meanwhile, so the message stands in their ticket. */
  async function waitingInTicket() {
    const place = await shop()
    const { company, admin, connection, queue } = place
    await world.app.delivery.stop()
    onTestFinished(() => world.app.delivery.start())
    const number = someNumber()
    const id = await runCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, [{ number }]),
    })
    await eventually(async () =>
      expect(await company.sql('select from outbox where company_id = $1', [company.id])).toHaveLength(1),
    )
    await connection.receive(said(number, 'Olá'))
    const [ticket] = await company.sql('select id::int from tickets where company_id = $1', [company.id])
    await admin.put(`/tickets/${ticket.id}`, { status: 'open', userId: admin.id, queueId: queue.id })
    return { ...place, number, id, ticketId: ticket.id }
  }

  test('ends although the ticket with it is deleted', async () => {
    const place = await waitingInTicket()
    const { admin, connection, id, ticketId } = place
    expect((await admin.delete(`/tickets/${ticketId}`)).status).toBe(200)
    await campaignIn(admin, id, 'FINALIZADA')
    expect(await recipients(place, id)).toMatchObject([{ state: 'uncertain', reason: null }])
    expect(arrivedTexts(world, connection)).toEqual([])
  })

  test('ends although it is deleted, and takes nothing for an answer to it', async () => {
    const place = await waitingInTicket()
    const { company, admin, connection, id, number } = place
    const [message] = await company.sql("select id::int from messages where company_id = $1 and origin = 'campaign'", [
      company.id,
    ])
    expect((await admin.delete(`/messages/${message.id}`)).status).toBe(200)
    await campaignIn(admin, id, 'FINALIZADA')
    await connection.receive(said(number, 'Tem alguém aí?'))
    expect(await recipients(place, id)).toMatchObject([{ state: 'uncertain', reason: null }])
    expect(arrivedTexts(world, connection)).toEqual([])
  })
})

describe('a campaign in progress', () => {
  test('keeps its pause between two messages, and answers of attendants do not wait for it', async () => {
    const place = await shop()
    const { company, admin, connection, queue } = place
    const customer = someNumber()
    await connection.receive(said(customer, 'Olá'))
    const [ticket] = await company.sql('select id::int from tickets where connection_id = $1', [connection.id])
    await admin.put(`/tickets/${ticket.id}`, { status: 'open', userId: admin.id, queueId: queue.id })
    await admin.post('/campaign-settings', { settings: { ...withoutPauses, messageInterval: 20 } })
    const id = await startCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, people(3)),
    })
    await eventually(() => expect(arrivedTexts(world, connection).length).toBeGreaterThan(0))
    await admin.post(`/messages/${ticket.id}`, { body: 'Já vejo' })
    await eventually(() => expect(arrivedTexts(world, connection)).toContainEqual([customer, 'Já vejo']))

    const [pace] = await company.sql(
      'select extract(epoch from next_at - now())::float8 as left, in_row from campaign_paces where campaign_id = $1',
      [id],
    )
    expect(pace.in_row).toBe(1)
    expect(pace.left).toBeGreaterThan(10)
    expect(pace.left).toBeLessThanOrEqual(26)
    expect((await recipients(place, id)).filter(({ state }) => state === 'waiting')).toHaveLength(2)
    await admin.post(`/campaigns/${id}/cancel`)
  })

  test('with more people than it shows one by one, shows how many, in small events', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    const listener = await admin.listen()
    const others = await Promise.all(Array.from({ length: 9 }, () => company.connection()))
    await company.sql("update connections set name = rpad(name, 50, 'x') where company_id = $1", [company.id])
    const listId = await contactList(company, [])
    await company.sql(
      `insert into contact_list_items (company_id, list_id, name, number)
       select $1, $2, 'Pessoa', '55118' || (20000000 + n) from generate_series(1, 2001) n`,
      [company.id, listId],
    )
    await admin.post('/campaign-settings', { settings: { ...withoutPauses, messageInterval: 20 } })
    const id = await startCampaign(admin, {
      connections: [connection, ...others],
      contactListId: listId,
      message1: 'x'.repeat(limits.campaignText),
    })
    const record = await campaignIn(admin, id, 'EM_ANDAMENTO')
    expect(record.shipping).toEqual([])
    expect(record.contactList.contacts).toEqual([])
    expect(record.counts).toMatchObject({ total: 2001, valid: 2001 })
    await admin.post(`/campaigns/${id}/cancel`)
    await eventually(() =>
      expect(listener.of('campaign').at(-1)?.payload.record).toMatchObject({
        status: 'CANCELADA',
        name: 'Inverno',
        counts: { total: 2001 },
      }),
    )
    for (const { payload } of listener.of('campaign').slice(1))
      expect(JSON.stringify(payload).length).toBeLessThan(2048)
    // Its texts are told when somebody changes them.
    await admin.put(`/campaigns/${id}`, { message1: 'Oi' })
    await eventually(() => expect(listener.of('campaign').at(-1)?.payload.record.message1).toBe('Oi'))
  })

  test('goes on with its other numbers when one is deleted, and stops without any', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    await admin.post('/campaign-settings', { settings: { ...withoutPauses, messageInterval: 20 } })
    const id = await startCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, people(5)),
    })
    await eventually(() => expect(arrivedTexts(world, connection)).toHaveLength(1))
    await company.sql('update connections set archived_at = now() where id = $1', [connection.id])
    const { failure } = await campaignIn(admin, id, 'CANCELADA')
    expect(failure).toBe('ERR_CAMPAIGN_WITHOUT_CONNECTION')
  })

  test('marks those whose network refuses them, and those of whom ivo knows', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    const [fine, refused] = people(2)
    world.network.answer(({ address }) =>
      address === refused?.number ? { status: 'rejected', reason: 'ERR_WAPP_INVALID_CONTACT' } : { status: 'sent' },
    )
    const id = await runCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(
        company,
        [fine, refused].filter((one) => one !== undefined),
      ),
    })
    const { counts, shipping } = await campaignIn(admin, id, 'FINALIZADA')
    expect(counts).toMatchObject({ reached: 1, states: { sent: 1, failed: 1 } })
    expect(shipping[1]).toMatchObject({ state: 'failed', reason: 'ERR_WAPP_INVALID_CONTACT', deliveredAt: null })
  })

  test('follows the acks of its messages', async () => {
    const place = await shop()
    const { company, admin, connection } = place
    const id = await runCampaign(admin, {
      connections: [connection],
      contactListId: await contactList(company, people(2)),
    })
    await campaignIn(admin, id, 'FINALIZADA')
    const [one, other] = await recipients(place, id)
    await connection.receive(
      { kind: 'ack', externalId: one.external_id, ack: 2 },
      { kind: 'ack', externalId: other.external_id, ack: 3 },
    )
    expect((await recipients(place, id)).map(({ state }) => state)).toEqual(['delivered', 'read'])
  })
})

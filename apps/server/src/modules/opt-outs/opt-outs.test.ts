import { beforeAll, describe, expect, test } from 'vitest'
import { contactList } from '#test/campaigns/campaigns'
import { said, someNumber } from '#test/inbound'
import { back, contactOf, ledger, listOf, optOutsOfFile, out, reach, statesOf, ticketsOf } from '#test/scenes/opt-outs'
import { type World, eventually } from '#test/world'

let world: World
const campaigns = optOutsOfFile()
const { shop, textsTo } = campaigns
beforeAll(() => {
  ;({ world } = campaigns)
})

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

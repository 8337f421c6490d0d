import { otherIdIn } from '@guiche/meta'
import { describe, expect, test } from 'vitest'
import { type PairedShop, bothWaysOfFile } from '#test/world/both-ways'
import { wamidAround } from '#test/world/wamid'
import { eventually } from '#test/world'

const both = bothWaysOfFile({ unconfirmed: 300 })

const refused = (error: string, status = 400) => ({ status, body: { error } })
const isSent = ({ ack, failure }: { ack: number; failure: string | null }) =>
  expect([ack > 0, failure]).toEqual([true, null])

describe('a paired number', () => {
  test('becomes official on the same connection, and its phone is unlinked', async () => {
    const shop = await both.shop()
    const talk = await both.talk(shop)
    const before = await both.connection(shop.admin, shop.connectionId)
    const listener = await shop.attendant.listen()
    const { number, claim } = both.official(shop)
    const { status, body } = await shop.admin.post(`/whatsapp/${shop.connectionId}/move/official`, claim)

    expect([status, body]).toMatchObject([
      200,
      { id: before.id, name: before.name, status: 'CONNECTED', provider: 'official' },
    ])
    expect(body.queues).toEqual(before.queues)
    expect(body.token).toBe(before.token)
    expect(number.account.subscribedApps.has(both.meta.app)).toBe(true)
    await eventually(() => expect(shop.phone.linkedDevices).toEqual([]))
    await eventually(async () =>
      expect(await shop.company.sql('select from connection_secrets where company_id = $1', [shop.company.id])).toEqual(
        [],
      ),
    )
    const after = await both.connection(shop.admin, shop.connectionId)
    expect(after).toMatchObject({ status: 'CONNECTED', endReason: null, phoneMove: null, qrcode: '' })
    await eventually(() =>
      expect(listener.of('connection').at(-1)?.payload.whatsapp).toMatchObject({ id: before.id, provider: 'official' }),
    )
    const { events } = (await shop.admin.get(`/whatsapp/${shop.connectionId}/events`)).body
    expect(events.slice(0, 2)).toMatchObject([{ kind: 'connected' }, { kind: 'moved', movedTo: 'official' }])
    const audited = await shop.company.sql(
      "select detail from audit_log where company_id = $1 and action = 'connection.moved'",
      [shop.company.id],
    )
    expect(audited).toMatchObject([{ detail: { to: 'official', number: number.display } }])

    await talk.write('Agora oficial')
    await talk.shown('Agora oficial', isSent)
    await eventually(() => expect(number.messages.size).toBe(1))
    await talk.person.chat(number).text('Recebi')
    await talk.shown('Recebi', ({ fromMe }) => expect(fromMe).toBe(false))
  })

  test('goes back to its phone on the same connection, and is official until that is connected', async () => {
    const shop = await both.shop()
    const talk = await both.talk(shop)
    const { number } = await both.moved(shop)
    await eventually(() => expect(shop.phone.linkedDevices).toEqual([]))
    const path = `/whatsapp/${shop.connectionId}/move/phone`
    const begun = await shop.admin.post(path)
    expect([begun.status, begun.body]).toMatchObject([200, { status: 'CONNECTED', provider: 'official' }])
    await eventually(async () =>
      expect(await both.connection(shop.admin, shop.connectionId)).toMatchObject({ phoneMove: { state: 'qrcode' } }),
    )
    await talk.write('Ainda oficial')
    await talk.shown('Ainda oficial', isSent)
    expect(number.messages.size).toBe(1)

    await both.scan(shop.admin, shop.connectionId, shop.phone)
    await eventually(async () =>
      expect(await both.connection(shop.admin, shop.connectionId)).toMatchObject({
        status: 'CONNECTED',
        provider: 'beta',
        number: shop.phone.number,
        phoneMove: null,
      }),
    )
    await eventually(() => expect([number.isRegistered, number.account.subscribedApps.size]).toEqual([false, 0]))
    await talk.write('De novo no celular')
    await talk.shown('De novo no celular', isSent)
    await talk.customer.waitForMessage(({ text }) => text?.includes('De novo no celular') === true)
    await talk.customer.chat(shop.phone).text('Chegou aqui')
    await talk.shown('Chegou aqui', ({ fromMe }) => expect(fromMe).toBe(false))
    const { events } = (await shop.admin.get(`/whatsapp/${shop.connectionId}/events`)).body
    expect(events.slice(0, 2)).toMatchObject([{ kind: 'connected' }, { kind: 'moved', movedTo: 'phone' }])
  })

  test('leaves on its phone what Meta has said of it and limited', async () => {
    const shop = await both.shop()
    const { number } = await both.moved(shop)
    const guard = async () => {
      const { body } = await shop.admin.get('/sending-guard')
      return body.find(({ whatsappId }: { whatsappId: number }) => whatsappId === shop.connectionId)
    }
    await number.rate('RED')
    await eventually(async () => expect(await guard()).toMatchObject({ hold: { reason: 'quality' } }))
    await shop.company.sql(
      `insert into connection_limits (company_id, connection_id, scope, until) values ($1, $2, 'campaigns', now() + interval '1 hour')`,
      [shop.company.id, shop.connectionId],
    )

    await shop.admin.post(`/whatsapp/${shop.connectionId}/move/phone`)
    await both.scan(shop.admin, shop.connectionId, shop.phone)

    await eventually(async () => expect((await guard()).network).toBeNull())
    expect((await guard()).hold).toBeNull()
    expect((await both.connection(shop.admin, shop.connectionId)).sendingLimit).toBeNull()
  })

  test('does not become official with the token of another number, and its phone goes on', async () => {
    const shop = await both.shop()
    const talk = await both.talk(shop)
    const { number, claim } = both.official(shop, '551133339999')
    const path = `/whatsapp/${shop.connectionId}/move/official`
    expect(await shop.admin.post(path, claim)).toMatchObject(refused('ERR_OFFICIAL_OTHER_NUMBER'))
    expect(number.account.subscribedApps.size).toBe(0)
    expect(await shop.admin.post(path, { ...claim, token: 'EAAinventado' })).toMatchObject(
      refused('ERR_OFFICIAL_TOKEN'),
    )
    await talk.write('Segue pelo celular')
    await talk.customer.waitForMessage(({ text }) => text?.includes('Segue pelo celular') === true)
    expect(await both.connection(shop.admin, shop.connectionId)).toMatchObject({
      provider: 'beta',
      status: 'CONNECTED',
    })
  })

  test('is the same number without the ninth digit of Brazil', async () => {
    const shop = await both.shop()
    const short = shop.phone.number.replace(/^(55\d\d)9/, '$1')
    const { claim } = both.official(shop, short)
    expect(await shop.admin.post(`/whatsapp/${shop.connectionId}/move/official`, claim)).toMatchObject({ status: 200 })
  })

  test('of another company is refused without saying where, and is no second connection here', async () => {
    const [shop, other] = [await both.shop(), await both.meta.numberShop()]
    const { form, claim, number } = both.official(shop)
    expect(await shop.admin.post('/whatsapp-official', form)).toMatchObject({
      status: 400,
      body: { error: 'ERR_NUMBER_IS_PAIRED', details: { whatsappId: shop.connectionId } },
    })
    expect(number.account.subscribedApps.size).toBe(0)
    expect((await other.admin.post('/whatsapp-official', form)).status).toBe(200)
    expect(await shop.admin.post(`/whatsapp/${shop.connectionId}/move/official`, claim)).toMatchObject(
      refused('ERR_ACCOUNT_TAKEN'),
    )
    expect(await both.connection(shop.admin, shop.connectionId)).toMatchObject({
      provider: 'beta',
      status: 'CONNECTED',
    })
  })
})

describe('the phone', () => {
  test('of another number is refused and unlinked, and the number stays official', async () => {
    const shop = await both.shop()
    const { number } = await both.moved(shop)
    await eventually(() => expect(shop.phone.linkedDevices).toEqual([]))
    await shop.admin.post(`/whatsapp/${shop.connectionId}/move/phone`)
    const wrong = both.newPhone()
    await both.customer().chat(wrong).text('Para outro número')
    await both.scan(shop.admin, shop.connectionId, wrong)
    await eventually(async () =>
      expect(await both.connection(shop.admin, shop.connectionId)).toMatchObject({
        status: 'CONNECTED',
        provider: 'official',
        phoneMove: { state: 'ended', reason: 'other_number' },
      }),
    )
    await eventually(() => expect(wrong.linkedDevices).toEqual([]))
    expect(number.account.subscribedApps.size).toBe(1)
    expect(await shop.company.sql('select from messages where company_id = $1', [shop.company.id])).toEqual([])
    const { body } = await shop.admin.delete(`/whatsapp/${shop.connectionId}/move/phone`)
    expect(body.message).toBeDefined()
    expect(await both.connection(shop.admin, shop.connectionId)).toMatchObject({ phoneMove: null, status: 'CONNECTED' })
  })

  test('of a number that is official here is no second connection, and the official one is named', async () => {
    const shop = await both.shop()
    await both.moved(shop)
    await eventually(() => expect(shop.phone.linkedDevices).toEqual([]))
    const { id } = (await shop.admin.post('/whatsapp', { name: 'De novo', channel: 'whatsapp' })).body
    await both.scan(shop.admin, id, shop.phone)
    await eventually(async () =>
      expect(await both.connection(shop.admin, id)).toMatchObject({
        status: 'DISCONNECTED',
        endReason: 'number_is_official',
        officialId: shop.connectionId,
      }),
    )
    await eventually(() => expect(shop.phone.linkedDevices).toEqual([]))
  })

  test('is not waited for any more once somebody has ended that', async () => {
    const shop = await both.shop()
    await both.moved(shop)
    const path = `/whatsapp/${shop.connectionId}/move/phone`
    await Promise.all([shop.admin.post(path), shop.admin.post(path)])
    await eventually(async () =>
      expect(await both.connection(shop.admin, shop.connectionId)).toMatchObject({ phoneMove: { state: 'qrcode' } }),
    )
    await shop.admin.delete(path)
    await eventually(async () =>
      expect(
        await shop.company.sql('select wish, moving, qrcode from whatsapp_sessions where company_id = $1', [
          shop.company.id,
        ]),
      ).toEqual([{ wish: 'none', moving: null, qrcode: '' }]),
    )
    expect(await both.connection(shop.admin, shop.connectionId)).toMatchObject({ phoneMove: null, status: 'CONNECTED' })
  })
})

/** The connection of the shop has no session, so that what is written waits. */
async function offline(shop: PairedShop): Promise<void> {
  await shop.admin.delete(`/whatsappsession/${shop.connectionId}`)
  await eventually(async () =>
    expect(await both.connection(shop.admin, shop.connectionId)).toMatchObject({ status: 'DISCONNECTED' }),
  )
}

const sentAt = ({ number }: Awaited<ReturnType<typeof both.moved>>) =>
  [...number.messages.values()].filter(({ direction }) => direction === 'out')

describe('what waits', () => {
  test('goes out on the new way once', async () => {
    const shop = await both.shop()
    const talk = await both.talk(shop)
    await offline(shop)
    await talk.write('Esperou')
    const official = await both.moved(shop)
    await talk.shown('Esperou', isSent)
    expect(sentAt(official)).toHaveLength(1)
  })

  test('and may have left on the old way is not sent again by itself, but by a person', async () => {
    const shop = await both.shop()
    const talk = await both.talk(shop)
    await offline(shop)
    const { id } = (await talk.write('Talvez foi')).body
    // As after a process that was killed while it sent.
    await shop.company.sql('update outbox set attempts = 1 where company_id = $1', [shop.company.id])
    const official = await both.moved(shop)
    await talk.shown('Talvez foi', ({ failure }) => expect(failure).toBe('ERR_NOT_CONFIRMED'))
    expect(sentAt(official)).toEqual([])
    await shop.attendant.post(`/messages/${id}/retry`)
    await talk.shown('Talvez foi', isSent)
    expect(sentAt(official)).toHaveLength(1)
  })

  test('and may have left officially is not sent again by the phone', async () => {
    const shop = await both.shop()
    const talk = await both.talk(shop)
    const official = await both.moved(shop)
    await eventually(() => expect(shop.phone.linkedDevices).toEqual([]))
    await shop.company.sql("update network_accounts set ended_because = 'token_ended' where company_id = $1", [
      shop.company.id,
    ])
    await talk.write('Talvez foi')
    await eventually(async () =>
      expect(
        await shop.company.sql('select from outbox where company_id = $1 and held > 0 and taken_until is null', [
          shop.company.id,
        ]),
      ).toHaveLength(1),
    )
    await shop.company.sql('update outbox set attempts = 1, held = 0 where company_id = $1', [shop.company.id])
    await shop.admin.post(`/whatsapp/${shop.connectionId}/move/phone`)
    await both.scan(shop.admin, shop.connectionId, shop.phone)
    await talk.shown('Talvez foi', ({ failure }) => expect(failure).toBe('ERR_NOT_CONFIRMED'))
    expect(sentAt(official)).toEqual([])
    expect(talk.customer.inbox.filter(({ text }) => text?.includes('Talvez foi'))).toEqual([])
  })
})

describe('after the move to the official API', () => {
  test('a group can be read, and says why it cannot be answered', async () => {
    const shop = await both.shop({ allowGroup: true, groupAsTicket: 'enabled' })
    const rita = both.customer()
    const group = both.whatsApp.group('Clientes VIP', shop.phone, [rita])
    await rita.chat(group).text('Oi, pessoal')
    const ticket = await eventually(async () => {
      const [row] = await shop.company.sql('select id::int from tickets where company_id = $1 and is_group', [
        shop.company.id,
      ])
      expect(row).toBeDefined()
      return row
    })
    await shop.attendant.put(`/tickets/${ticket.id}`, { status: 'open', userId: shop.attendant.id })
    expect((await shop.attendant.get(`/tickets/${ticket.id}`)).body).not.toHaveProperty('unreachable')
    await offline(shop)
    await shop.attendant.post(`/messages/${ticket.id}`, { body: 'Esperou' })
    const official = await both.moved(shop)
    expect((await shop.attendant.get(`/tickets/${ticket.id}`)).body).toMatchObject({ unreachable: 'group' })
    const messages = async () => (await shop.attendant.get(`/messages/${ticket.id}?pageNumber=1`)).body.messages
    await eventually(async () =>
      expect(await messages()).toMatchObject([
        { body: 'Oi, pessoal' },
        { body: 'Esperou', failure: 'ERR_NO_GROUPS_HERE' },
      ]),
    )
    const answer = await shop.attendant.post(`/messages/${ticket.id}`, { body: 'Oi, grupo' })
    expect(answer).toMatchObject(refused('ERR_NO_GROUPS_HERE'))
    expect((await shop.attendant.post(`/messages/${ticket.id}`, { body: 'Anotado', isPrivate: true })).status).toBe(200)
    expect(sentAt(official)).toEqual([])
  })

  test('a customer who is known by an id alone is reached once their number is known', async () => {
    const shop = await both.shop()
    const talk = await both.talk(shop)
    const { company } = shop
    await company.sql("delete from contact_identities where company_id = $1 and kind = 'phone'", [company.id])
    await company.sql("update conversations set address = '123456789@lid' where company_id = $1", [company.id])
    await company.sql('update contacts set phone = null where company_id = $1', [company.id])
    const official = await both.moved(shop)
    const ticket = async () => (await shop.attendant.get(`/tickets/${talk.ticketId}`)).body
    expect(await ticket()).toMatchObject({ unreachable: 'person' })
    expect(await talk.write('Alguém aí?')).toMatchObject(refused('ERR_UNREACHABLE_HERE'))
    const { contactId } = await ticket()
    const saved = await shop.admin.put(`/contacts/${contactId}`, { name: 'Rita Moura', number: talk.customer.number })
    expect(saved.status).toBe(200)
    expect(await ticket()).not.toHaveProperty('unreachable')
    await talk.write('Agora sim')
    await talk.shown('Agora sim', isSent)
    expect(sentAt(official)).toHaveLength(1)
  })

  test('one who wrote with an id is written to at their number, if that is known', async () => {
    const shop = await both.shop()
    const customer = both.customer()
    customer.addressing = 'lid'
    const talk = await both.talk(shop, customer)
    const official = await both.moved(shop)
    await talk.write('Pelo número')
    await talk.shown('Pelo número', isSent)
    expect(sentAt(official)).toMatchObject([{ person: { waId: customer.number } }])
  })

  test('messages of the phone’s time are quoted without a reference, and neither changed nor reacted to', async () => {
    const shop = await both.shop()
    const talk = await both.talk(shop)
    await talk.write('Do celular')
    await talk.shown('Do celular', isSent)
    const [heard, own] = await talk.messages()
    const official = await both.moved(shop)
    await talk.write('Respondendo', { quotedMsg: { id: heard.id } })
    await talk.shown('Respondendo', isSent)
    const [reply] = sentAt(official)
    expect(reply?.quotes).toBeUndefined()
    expect(await shop.attendant.delete(`/messages/${own.id}`)).toMatchObject({ status: 400 })
    const reaction = await shop.attendant.post('/react/messages', {
      ticketId: talk.ticketId,
      id: heard.wid,
      text: '👍',
    })
    expect(reaction).toMatchObject(refused('ERR_MESSAGE_OF_OTHER_WAY'))
    // So that windows do not offer it.
    expect((await talk.messages()).map(({ isOfOtherWay }) => isOfOtherWay)).toEqual([true, true, undefined])
  })

  test('the time to answer counts from what was heard by the phone', async () => {
    const shop = await both.shop()
    const talk = await both.talk(shop)
    await both.moved(shop)
    const ticket = async () => (await shop.attendant.get(`/tickets/${talk.ticketId}`)).body
    expect(Date.parse((await ticket()).answerWindow.until)).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    await shop.company.sql(
      "update conversations set last_inbound_at = now() - interval '25 hours' where company_id = $1",
      [shop.company.id],
    )
    expect(await talk.write('Tarde')).toMatchObject(refused('ERR_WINDOW_CLOSED'))
  })
})

/** The inbox is empty and no history waits, so that what does not come has not come. */
async function processed({ company, connectionId }: PairedShop): Promise<void> {
  await both.meta.settled()
  await eventually(async () => {
    const of = [company.id, connectionId]
    for (const table of ['inbox', 'history_chunks'])
      expect(await company.sql(`select from ${table} where company_id = $1 and connection_id = $2`, of)).toEqual([])
  })
}

describe('what the phone tells again after the number has come back to it', () => {
  test('is known by the id that the official one holds, or by its second and content, in both directions', async () => {
    const shop = await both.shop()
    const talk = await both.talk(shop)
    const official = await both.moved(shop)
    const chat = talk.person.chat(official.number)
    for (const body of ['Tem azul?', 'ok', 'ok']) await chat.text(body)
    for (const body of ['Tem sim', 'Mais algo?']) {
      await talk.write(body)
      await talk.shown(body, isSent)
    }
    await eventually(async () => expect(await talk.messages()).toHaveLength(6))
    const before = await talk.messages()
    const { customer } = talk
    const told = [...official.number.messages.values()].map(({ id, at, direction, content }) => ({
      // Ids of 'ok' and of the last message cannot be matched.
      id: content['body'] === 'Tem azul?' || content['body'] === 'Tem sim' ? otherIdIn(id) : undefined,
      with: customer,
      by: direction === 'out' ? shop.phone : customer,
      text: String(content['body']),
      at,
    }))
    expect(told.filter(({ id }) => id !== undefined)).toHaveLength(2)
    const at = new Date()
    shop.phone.remember(
      ...told,
      { with: customer, text: 'ok', at },
      { with: customer, by: shop.phone, text: 'Só no celular', at },
    )
    await both.movedBack(shop)
    await talk.shown('Só no celular', ({ fromMe }) => expect(fromMe).toBe(true))
    await processed(shop)
    const after = await talk.messages()
    const bodiesOf = (messages: typeof after) => messages.map(({ body }) => body)
    expect(bodiesOf(after).slice(0, before.length)).toEqual(bodiesOf(before))
    expect(after).toHaveLength(before.length + 2)
    expect(bodiesOf(after).slice(before.length)).toEqual(expect.arrayContaining(['ok', 'Só no celular']))
    // It is found by the phone's id from then on.
    await customer.chat(shop.phone).edit(otherIdIn([...official.number.messages.keys()][0] ?? '') ?? '', 'Tem verde?')
    await talk.shown('Tem verde?', ({ isEdited }) => expect(isEdited).toBe(true))
  })

  test('is known if it is a template or a menu, which phones tell with other marks and without the answers', async () => {
    const shop = await both.shop()
    const talk = await both.talk(shop)
    const official = await both.moved(shop)
    await talk.person.chat(official.number).text('Quero ajuda')
    const { body: made } = await shop.admin.post('/message-templates', {
      whatsappId: shop.connectionId,
      name: 'pedido_a_caminho',
      language: 'pt_BR',
      category: 'utility',
      header: { kind: 'text', text: 'Pedido a caminho' },
      body: 'Seu pedido saiu para entrega hoje.',
      footer: 'Loja Central',
      buttons: [],
      examples: {},
    })
    await official.number.account.template('pedido_a_caminho').approve()
    await eventually(async () =>
      expect((await shop.admin.get(`/message-templates/${made.id}`)).body.status).toBe('approved'),
    )
    const choice = { templateId: made.id, values: {} }
    expect((await shop.attendant.post(`/tickets/${talk.ticketId}/message-templates`, choice)).status).toBe(200)
    const menu = 'Como podemos ajudar?\n\n*1* - Compras\n*2* - Trocas'
    await talk.write(menu)
    await eventually(async () => {
      const messages = await talk.messages()
      expect(messages).toHaveLength(4)
      messages.slice(2).forEach(isSent)
    })
    const bodies = async (): Promise<string[]> => (await talk.messages()).map(({ body }) => body)
    const before = await bodies()
    const [sentTemplate, sentMenu] = sentAt(official)
    const own = { with: talk.customer, by: shop.phone }
    const template = {
      hydratedTitleText: 'Pedido a caminho',
      hydratedContentText: 'Seu pedido saiu para entrega hoje.',
      hydratedFooterText: 'Loja Central',
    }
    shop.phone.remember(
      { ...own, at: sentTemplate?.at ?? new Date(), content: { templateMessage: { hydratedTemplate: template } } },
      {
        ...own,
        at: sentMenu?.at ?? new Date(),
        content: { buttonsMessage: { contentText: 'Como podemos ajudar?', buttons: [] } },
      },
      // A person at the phone wrote the same as one line of the menu.
      { ...own, at: sentMenu?.at ?? new Date(), text: 'Como podemos ajudar?' },
      {
        ...own,
        at: new Date(),
        content: { templateMessage: { hydratedTemplate: { hydratedContentText: 'De outro programa' } } },
      },
    )
    await both.movedBack(shop)
    await talk.shown('De outro programa', ({ fromMe }) => expect(fromMe).toBe(true))
    await processed(shop)
    const expected = [...before, 'Como podemos ajudar?', 'De outro programa']
    expect((await bodies()).toSorted()).toEqual(expected.toSorted())
  })
})

test('what the phone has told is not shown twice if the official way tells it again after the move', async () => {
  const shop = await both.shop()
  const talk = await both.talk(shop)
  const onPhone = '3EB0AAAABBBBCCCCDDDD'
  await talk.customer.chat(shop.phone).text('Cheguei', { id: onPhone })
  await talk.customer.chat(shop.phone).text('Na porta')
  await talk.shown('Na porta', ({ fromMe }) => expect(fromMe).toBe(false))
  const rows: { external_id: string; sent_at: Date }[] = await shop.company.sql(
    'select external_id, sent_at from messages where company_id = $1 and not from_me order by sent_at, id',
    [shop.company.id],
  )
  const { number } = await both.moved(shop)
  const chat = talk.person.chat(number)
  const wamid = wamidAround(onPhone, talk.customer.number)
  expect(rows.map(({ external_id }) => external_id)).toContain(onPhone)
  const at = rows.at(-1)?.sent_at ?? new Date()
  await chat.text('Cheguei', { id: wamid, at: new Date(at.getTime() - 30_000) })
  await chat.text('Na porta', { at: new Date(Math.floor(at.getTime() / 1000) * 1000) })
  await chat.text('Nova')
  await talk.shown('Nova', ({ fromMe }) => expect(fromMe).toBe(false))
  await processed(shop)
  expect((await talk.messages()).map(({ body }) => body)).toEqual(['Oi', 'Cheguei', 'Na porta', 'Nova'])
})

describe('after two moves', () => {
  test('messages of the first time of the phone are changed and reacted to as before, and those of the official time are not', async () => {
    const shop = await both.shop()
    const talk = await both.talk(shop)
    await talk.write('Do celular')
    await talk.shown('Do celular', isSent)
    await talk.write('A apagar')
    await talk.shown('A apagar', isSent)
    const [heard, own, removed] = await talk.messages()
    const official = await both.moved(shop)
    await talk.person.chat(official.number).text('Para a API')
    await talk.shown('Para a API', ({ fromMe }) => expect(fromMe).toBe(false))
    await talk.write('Da API')
    await talk.shown('Da API', isSent)
    const react = (wid: string) =>
      shop.attendant.post('/react/messages', { ticketId: talk.ticketId, id: wid, text: '👍' })
    expect(await react(heard.wid)).toMatchObject(refused('ERR_MESSAGE_OF_OTHER_WAY'))
    await both.movedBack(shop)
    expect(await shop.attendant.post(`/messages/edit/${own.id}`, { body: 'Editada' })).toMatchObject({ status: 200 })
    await talk.customer.waitForMessage(({ isEdited, text }) => isEdited && text?.includes('Editada') === true)
    expect((await react(heard.wid)).status).toBe(200)
    await eventually(() => expect([...talk.customer.reactionsToOwn(heard.wid).values()]).toEqual(['👍']))
    expect((await shop.attendant.delete(`/messages/${removed.id}`)).status).toBe(200)
    await talk.customer.waitForMessage(({ isDeleted }) => isDeleted)
    const others = (await talk.messages()).filter(({ body }) => body.endsWith('API'))
    expect(others).toHaveLength(2)
    for (const { wid, isOfOtherWay } of others) {
      expect(isOfOtherWay).toBe(true)
      expect(await react(wid)).toMatchObject(refused('ERR_MESSAGE_OF_OTHER_WAY'))
    }
    expect((await talk.messages()).filter((one) => one.isOfOtherWay)).toHaveLength(others.length)
  })

  test('messages of the first official time are quoted and reacted to again', async () => {
    const shop = await both.shop()
    const talk = await both.talk(shop)
    const first = await both.moved(shop)
    const { id } = await talk.person.chat(first.number).text('Para a API')
    await talk.shown('Para a API', ({ fromMe }) => expect(fromMe).toBe(false))
    await both.movedBack(shop)
    await eventually(() => expect(first.number.isRegistered).toBe(false))
    const claim = { ...first.claim, pin: '246810' }
    const again = await shop.admin.post(`/whatsapp/${shop.connectionId}/move/official`, claim)
    expect(again.status).toBe(200)
    const heard = (await talk.messages()).find(({ body }) => body === 'Para a API')
    await talk.write('Respondendo', { quotedMsg: { id: heard.id } })
    await talk.shown('Respondendo', isSent)
    expect(sentAt(first).at(-1)?.quotes).toBe(id)
    const reaction = await shop.attendant.post('/react/messages', {
      ticketId: talk.ticketId,
      id: heard.wid,
      text: '👍',
    })
    expect(reaction.status).toBe(200)
  })
})

describe('what a way says late of what was sent by it', () => {
  test('moves the ticks after the number has gone to its phone, until Meta is left', async () => {
    const shop = await both.shop()
    const talk = await both.talk(shop)
    const { number } = await both.moved(shop)
    await talk.person.chat(number).text('Para a API')
    await talk.shown('Para a API', ({ fromMe }) => expect(fromMe).toBe(false))
    await talk.write('Da API')
    await talk.shown('Da API', ({ ack }) => expect(ack).toBe(2))
    const late = both.meta.server.webhooks.hold()
    await talk.person.chat(number).read()
    both.meta.server.faults.reset({ times: 99, on: `DELETE /v25.0/${number.account.id}/subscribed_apps` })
    await both.movedBack(shop)
    expect((await talk.messages()).find(({ body }) => body === 'Da API').ack).toBeLessThan(3)
    expect(late.count).toBeGreaterThan(0)
    await late.release()
    await talk.shown('Da API', ({ ack }) => expect(ack).toBe(3))
    both.meta.server.faults.clear()
  })

  test('moves the ticks if it was told by the phone before that was unlinked', async () => {
    const shop = await both.shop()
    const talk = await both.talk(shop)
    await talk.write('Do celular')
    const { id } = await talk.customer.waitForMessage(({ text }) => text?.includes('Do celular') === true)
    await talk.shown('Do celular', ({ ack }) => expect(ack).toBe(2))
    await both.moved(shop)
    await eventually(() => expect(shop.phone.linkedDevices).toEqual([]))
    // As stored by the session, and not processed yet.
    await shop.company.sql(`insert into inbox (company_id, connection_id, lane, payload) values ($1, $2, 'late', $3)`, [
      shop.company.id,
      shop.connectionId,
      JSON.stringify({ kind: 'ack', externalId: id, ack: 3 }),
    ])
    both.meta.world.app.deps.wakes.call('inbox', shop.company.id)
    await talk.shown('Do celular', ({ ack }) => expect(ack).toBe(3))
  })
})

describe('only who may manage connections of the company moves a number', () => {
  test('so others change nothing, whatever they send', async () => {
    const [shop, other] = [await both.shop(), await both.shop()]
    const { claim, number } = both.official(shop)
    const path = `/whatsapp/${shop.connectionId}/move`
    for (const [person, status] of [
      [shop.attendant, 403],
      [other.admin, 404],
    ] as const) {
      expect((await person.get(path)).status).toBe(status)
      expect((await person.post(`${path}/official`, claim)).status).toBe(status)
      expect((await person.post(`${path}/phone`)).status).toBe(status)
      expect((await person.delete(`${path}/phone`)).status).toBe(status)
    }
    expect(number.account.subscribedApps.size).toBe(0)
    expect(await both.connection(shop.admin, shop.connectionId)).toMatchObject({ provider: 'beta', phoneMove: null })
  })

  test('once, if it is asked for twice at the same time', async () => {
    const shop = await both.shop()
    const { claim, number } = both.official(shop)
    const path = `/whatsapp/${shop.connectionId}/move/official`
    const answers = await Promise.all([1, 2, 3].map(() => shop.admin.post(path, claim)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
    expect(number.account.subscribedApps.size).toBe(1)
    expect(number.isRegistered).toBe(true)
    expect(
      await shop.company.sql("select from audit_log where company_id = $1 and action = 'connection.moved'", [
        shop.company.id,
      ]),
    ).toHaveLength(1)
  })

  test('and not without the feature in the plan', async () => {
    const shop = await both.shop()
    const { claim } = both.official(shop)
    await shop.company.sql(
      "update plans set features = '{}' where id = (select plan_id from companies where id = $1)",
      [shop.company.id],
    )
    const path = `/whatsapp/${shop.connectionId}/move`
    expect(await shop.admin.post(`${path}/official`, claim)).toMatchObject({ status: 403 })
  })
})

test('what ends and begins is told in both directions, and for numbers alone', async () => {
  const [shop, official] = [await both.shop(), await both.meta.numberShop()]
  const toOfficial = (await shop.admin.get(`/whatsapp/${shop.connectionId}/move`)).body
  expect(toOfficial.to).toBe('official')
  expect(toOfficial.ends).toEqual(
    expect.arrayContaining(['freeAnswers', 'groups', 'edits', 'deletions', 'pictures', 'presence', 'numberCheck']),
  )
  expect(toOfficial.begins).toEqual(['templates', 'buttons', 'peopleWithoutNumber', 'withoutPhone'])
  const toPhone = (await official.admin.get(`/whatsapp/${official.connectionId}/move`)).body
  expect(toPhone).toEqual({ to: 'phone', ends: toOfficial.begins, begins: toOfficial.ends })
  const { id } = (await shop.admin.post('/whatsapp', { name: 'Site', channel: 'webchat' })).body
  expect((await shop.admin.get(`/whatsapp/${id}/move`)).status).toBe(400)
  expect((await shop.admin.post(`/whatsapp/${id}/move/phone`)).status).toBe(400)
})

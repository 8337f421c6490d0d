import { beforeAll, describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { type NumberShop, metaOfFile } from '#test/world/meta-world'
import { eventually } from '#test/world'

const meta = metaOfFile()
let shop: NumberShop
beforeAll(async () => {
  shop = await meta.numberShop()
})

const person = (name: string, username?: string) =>
  meta.server.person(undefined, name, username === undefined ? {} : { username })

const contact = async (id: number) => (await shop.admin.get(`/contacts/${id}`)).body
const identities = (contactId: number): Promise<{ kind: string; value: string }[]> =>
  shop.company.sql('select kind, value from contact_identities where contact_id = $1 order by kind, id', [contactId])

describe('somebody who writes to a number on the Cloud API', () => {
  test('gets a ticket of WhatsApp, with their name and number', async () => {
    const talk = await meta.chat(shop)
    const { body } = await shop.attendant.get(`/tickets/${talk.ticketId}`)
    expect(body).toMatchObject({
      channel: 'whatsapp',
      whatsappId: shop.connectionId,
      contact: { name: talk.person.name, number: talk.person.waId },
    })
  })

  test('sees our answers, and their ticks are seen here', async () => {
    const { person: customer, chat, write, shown } = await meta.chat(shop)
    const { id } = await write('Bom dia!')
    await shown(id, ({ ack }) => expect(ack).toBe(2))
    expect(customer.inbox.last.text).toContain('Bom dia!')
    await chat.read()
    await shown(id, ({ ack }) => expect(ack).toBe(3))
  })

  test('never makes a tick go back, in whatever order it is told', async () => {
    const { chat, write, shown } = await meta.chat(shop)
    const held = meta.server.webhooks.hold()
    const { id } = await write('Fora de ordem')
    await shown(id, ({ ack }) => expect(ack).toBe(1))
    await chat.read()
    await held.release({ order: 'reversed' })
    await meta.settled()
    await shown(id, ({ ack }) => expect(ack).toBe(3))
  })

  test('is told of before our answer is here, and the message is known by its mark', async () => {
    const { write, shown, person: customer } = await meta.chat(shop)
    meta.server.tellStatusesFirst()
    const { id } = await write('Antes da resposta')
    await shown(id, ({ ack, failure }) => expect([ack, failure]).toEqual([2, null]))
    await meta.settled()
    expect(customer.inbox.messages.filter(({ text }) => text.includes('Antes da resposta'))).toHaveLength(1)
  })

  test('is shown with the advertisement by which they came', async () => {
    const { chat, heard } = await meta.chat(shop)
    const referral = {
      source_url: 'https://fb.me/anuncio',
      source_id: '120201',
      source_type: 'ad',
      headline: 'Liquidação de verão',
      body: 'Tudo pela metade',
    } as const
    await chat.text('Vi o anúncio', { referral })
    expect((await heard('Vi o anúncio')).referral).toEqual({
      kind: 'ad',
      headline: 'Liquidação de verão',
      body: 'Tudo pela metade',
      url: 'https://fb.me/anuncio',
      sourceId: '120201',
      ref: '',
    })
    expect(await heard('Oi')).not.toHaveProperty('referral')
  })

  test('writes several messages into one ticket, in order', async () => {
    const { chat, messages } = await meta.chat(shop)
    for (let nth = 0; nth < 5; nth += 1) await chat.text(`Linha ${nth}`)
    await eventually(async () => {
      const said = (await messages()).map(({ body }: { body: string }) => body)
      expect(said).toEqual(['Oi', ...Array.from({ length: 5 }, (_, nth) => `Linha ${nth}`)])
    })
  })

  test('sends pictures, voice notes and documents, which are fetched within their five minutes', async () => {
    const { chat, messages } = await meta.chat(shop)
    await chat.image(await samples.jpeg(), { caption: 'A foto' })
    await chat.voice(samples.ogg)
    await chat.document(samples.pdf, { fileName: 'conta.pdf' })
    await chat.sticker(await samples.webp())
    await eventually(async () => {
      const kinds = (await messages())
        .slice(1)
        .map(({ mediaType, mediaUrl, body }: Record<string, string>) => [mediaType, body, mediaUrl !== null])
      expect(kinds).toEqual([
        ['image', 'A foto', true],
        ['audio', '', true],
        ['application', expect.anything(), true],
        ['sticker', '', true],
      ])
    })
  })

  test('sends a video that is called a picture, which is shown as a video', async () => {
    const { chat, messages } = await meta.chat(shop)
    await chat.image(samples.mp4, { mimeType: 'image/jpeg' })
    await eventually(async () =>
      expect((await messages()).at(-1)).toMatchObject({ mediaType: 'video', mediaState: 'ready' }),
    )
  })

  test('sends a file that is not what was said, which is not kept', async () => {
    const { chat, messages } = await meta.chat(shop)
    await chat.image(await samples.jpeg(), { sha256: 'bm90IGl0' })
    await eventually(async () => {
      const [file] = await shop.company.sql(
        `select f.source from files f join messages m on m.company_id = f.company_id and m.file_id = f.id where m.external_id = $1`,
        [[...shop.number.messages.keys()].at(-1)],
      )
      expect(file?.source?.tries).toBeGreaterThan(0)
    })
    expect((await messages()).at(-1)).toMatchObject({ mediaType: 'image', mediaUrl: null })
  })

  test('sends places, cards, orders and forms', async () => {
    const { chat, messages } = await meta.chat(shop)
    await chat.location(-23.5, -46.6, { name: 'Padaria' })
    await chat.contacts([{ name: { formatted_name: 'Bia' }, phones: [{ phone: '+55 11 90000-0000' }] }])
    await chat.order([{ product_retailer_id: 'P1', quantity: 2, item_price: 5, currency: 'BRL' }], { text: 'Hoje' })
    await chat.order([])
    await chat.unsupported('poll')
    await chat.tooLarge()
    await eventually(async () => {
      const said = (await messages()).slice(1).map(({ mediaType, body }: Record<string, string>) => [mediaType, body])
      expect(said).toEqual([
        ['locationMessage', expect.stringContaining('Padaria')],
        ['contactMessage', expect.stringContaining('Bia')],
        ['conversation', 'Fez um pedido pelo catálogo\nHoje\n2 × P1 (5 BRL)'],
        ['conversation', 'Fez um pedido pelo catálogo'],
        ['unsupported', ''],
        ['unsupported', expect.stringContaining('grande')],
      ])
    })
  })

  test('asks about a product, which stands above the question', async () => {
    const { chat, heard } = await meta.chat(shop)
    const context = { from: shop.number.display, referred_product: { catalog_id: '7', product_retailer_id: 'P1' } }
    await chat.text('Tem no azul?', { beside: { context } })
    expect((await heard('Tem no azul?')).referral).toMatchObject({ kind: 'product', sourceId: 'P1' })
  })

  test('calls, which is seen and opens the time to answer again', async () => {
    const talk = await meta.chat(shop)
    const isOpen = async () => {
      const { answerWindow } = (await shop.attendant.get(`/tickets/${talk.ticketId}`)).body
      return Date.parse(answerWindow.until) > Date.now()
    }
    const closeWindow = () =>
      shop.company.sql(`update conversations set last_inbound_at = now() - interval '25 hours' where contact_id = $1`, [
        talk.contactId,
      ])
    await closeWindow()
    expect(await isOpen()).toBe(false)
    const call = await talk.chat.call()
    const ringing = await eventually(async () => {
      const last = (await talk.messages()).at(-1)
      expect(last).toMatchObject({ mediaType: 'call_log', fromMe: false })
      return last
    })
    expect(await isOpen()).toBe(true)
    await call.end()
    await talk.shown(ringing.id, ({ body, dataJson }) => {
      expect(body).toContain('perdida')
      expect(JSON.parse(dataJson).call).toMatchObject({ outcome: 'missed' })
    })
    const { id } = await talk.write('Vi que ligou')
    await talk.shown(id, ({ ack, failure }) => expect([ack, failure]).toEqual([2, null]))
    const answered = await talk.chat.call()
    await answered.end(40)
    await eventually(async () => expect((await talk.messages()).at(-1).body).toContain('atendida'))
    expect(meta.server.problems).toEqual([])
  })

  test('edits, takes back, reacts and quotes', async () => {
    const { chat, heard, write, shown } = await meta.chat(shop)
    const { id: said } = await chat.text('Quanto cuta?')
    await heard('Quanto cuta?')
    await chat.edit(said, 'Quanto custa?')
    await heard('Quanto custa?')
    const ours = await write('R$ 10')
    await shown(ours.id, ({ ack }) => expect(ack).toBe(2))
    const own = [...shop.number.messages.values()].findLast(({ direction }) => direction === 'out')
    await chat.text('Combinado', { replyTo: own?.id ?? '' })
    expect((await heard('Combinado')).quotedMsg).toMatchObject({ id: ours.id })
    await chat.react(own?.id ?? '', '❤')
    await shown(ours.id, ({ reactions }) => expect(reactions).toMatchObject([{ emoji: '❤' }]))
    await chat.react(own?.id ?? '', undefined)
    await shown(ours.id, ({ reactions }) => expect(reactions).toEqual([]))
    const gone = await chat.text('Sem querer')
    const told = await heard('Sem querer')
    await chat.revoke(gone.id)
    await shown(told.id, ({ isDeleted }) => expect(isDeleted).toBe(true))
  })

  test('gets files with their caption, voice notes, places, cards and quotes', async () => {
    const { person: customer, ticketId, shown, write, messages } = await meta.chat(shop)
    const upload = async (name: string, type: string, data: Buffer, body = '') => {
      const answer = await shop.attendant.upload(`/messages/${ticketId}`, { body }, [
        { field: 'medias', name, type, data },
      ])
      const [{ id }] = Array.isArray(answer.body) ? answer.body : [answer.body]
      await shown(id, ({ ack, failure }) => expect([ack, failure]).toEqual([2, null]))
    }
    await upload('conta.pdf', 'application/pdf', samples.pdf, 'Segue a conta')
    expect(customer.inbox.last).toMatchObject({ type: 'document', text: expect.stringContaining('Segue a conta') })
    expect(customer.inbox.last.file?.bytes.equals(samples.pdf)).toBe(true)
    await upload('voz.ogg', 'audio/ogg', samples.ogg)
    expect(customer.inbox.last).toMatchObject({ type: 'audio', content: { voice: true } })
    await upload('foto.jpg', 'image/jpeg', await samples.jpeg())
    expect(customer.inbox.last.type).toBe('image')
    const [first] = await messages()
    const answer = await write('Sobre o seu oi', { quotedMsg: { id: first.id } })
    await shown(answer.id, ({ ack }) => expect(ack).toBe(2))
    expect(customer.inbox.last.quotes).toBeDefined()
  })

  test('gets a reaction of any kind, and none of its statuses waits for a message', async () => {
    const { person: customer, ticketId, messages } = await meta.chat(shop)
    const [first] = await messages()
    const react = (emoji: string) => shop.attendant.post(`/react/messages`, { text: emoji, id: first.wid, ticketId })
    await react('🎉')
    await eventually(() => expect(customer.inbox.last).toMatchObject({ type: 'reaction', text: '🎉' }))
  })

  test('sees that somebody answers', async () => {
    const { person: customer, ticketId } = await meta.chat(shop)
    const { socket } = await shop.attendant.listen({ tickets: [ticketId] })
    socket.emit('typing', { ticketId, typing: true })
    await eventually(() => expect(shop.number.isTypingTo(customer)).toBe(true))
  })

  test('is blocked at the network too', async () => {
    const { person: customer, contactId } = await meta.chat(shop)
    await shop.admin.put(`/contacts/block/${contactId}`, { active: false })
    await eventually(() => expect(shop.number.blocked.has(customer)).toBe(true))
    await shop.admin.put(`/contacts/block/${contactId}`, { active: true })
    await eventually(() => expect(shop.number.blocked.has(customer)).toBe(false))
  })

  test('costs what the network says', async () => {
    const { write, shown } = await meta.chat(shop)
    const { id } = await write('Com preço')
    await shown(id, ({ ack }) => expect(ack).toBe(2))
    await eventually(async () => {
      const rows = await shop.company.sql(
        'select is_billed, price_type, price_category from message_parts where message_id = $1',
        [id],
      )
      expect(rows).toEqual([{ is_billed: false, price_type: 'free_customer_service', price_category: 'service' }])
    })
  })
})

describe('people', () => {
  test('with a username only are whole: they are answered, found and named', async () => {
    const customer = person('', 'caio.santos')
    const { write, shown, contactId, ticketId } = await meta.chat(shop, customer)
    const { id } = await write('Olá, Caio')
    await shown(id, ({ ack, failure }) => expect([ack, failure]).toEqual([2, null]))
    expect(customer.inbox.last.text).toContain('Olá, Caio')
    expect(await contact(contactId)).toMatchObject({ name: '@caio.santos', channel: 'whatsapp' })
    const found = await shop.admin.get('/contacts?searchParam=caio.santos')
    expect(found.body.contacts).toMatchObject([{ id: contactId }])
    await shop.admin.put(`/contacts/block/${contactId}`, { active: false })
    await eventually(() => expect(shop.number.blocked.has(customer)).toBe(true))
    expect((await shop.admin.get(`/tickets/${ticketId}`)).status).toBe(200)
  })

  test('whose number is learnt later are the same people', async () => {
    const customer = meta.server.person('5511977770001', 'Dora', { username: 'dora', hidesNumber: true })
    const talk = await meta.chat(shop, customer)
    customer.hidesNumber = false
    await talk.chat.text('Agora com número')
    await talk.heard('Agora com número')
    expect(await contact(talk.contactId)).toMatchObject({ number: '5511977770001' })
  })

  test('whose number is another contact already are merged', async () => {
    const customer = meta.server.person('5511977770002', 'Edu', { username: 'edu', hidesNumber: true })
    const made = await shop.admin.post('/contacts', { name: 'Edu da Padaria', number: '5511977770002' })
    const talk = await meta.chat(shop, customer)
    expect(talk.contactId).not.toBe(made.body.id)
    customer.hidesNumber = false
    await talk.chat.text('Sou eu')
    await eventually(async () => {
      const [row] = await shop.company.sql('select merged_into_id::int as into from contacts where id = $1', [
        talk.contactId,
      ])
      expect(row.into).toBe(made.body.id)
    })
  })

  test('whose merge was wrong are parted again, and stay so whatever the network says', async () => {
    const customer = meta.server.person('5511977770003', 'Eva', { username: 'eva', hidesNumber: true })
    const made = await shop.admin.post('/contacts', { name: 'Dono antigo', number: '5511977770003' })
    const talk = await meta.chat(shop, customer)
    customer.hidesNumber = false
    await talk.chat.text('Com número')
    const merges = () => shop.admin.get(`/contacts/${made.body.id}/merges`)
    const [merge] = await eventually(async () => {
      const { body } = await merges()
      expect(body).toMatchObject([{ contact: { id: talk.contactId, name: 'Eva' }, user: null }])
      return body
    })
    const parted = await shop.admin.post(`/contacts/${made.body.id}/part`, { mergeId: merge.id })
    expect([parted.status, parted.body]).toMatchObject([200, { id: talk.contactId, name: 'Eva' }])
    await talk.chat.text('Ainda com número')
    await eventually(async () => {
      const rows = await shop.company.sql(
        `select v.contact_id::int as of from messages m join conversations v on v.company_id = m.company_id and v.id = m.conversation_id
         where m.company_id = $1 and m.body = 'Ainda com número'`,
        [shop.company.id],
      )
      expect(rows).toEqual([{ of: made.body.id }])
    })
    expect((await merges()).body).toEqual([])
    expect(await contact(talk.contactId)).toMatchObject({ id: talk.contactId })
  })

  test('with the ninth digit are written to as the network calls them', async () => {
    const customer = meta.server.person('5531987650001', 'Fábio', { waId: '553187650001' })
    const made = await shop.admin.post('/contacts', { name: 'Fábio', number: '5531987650001' })
    const talk = await meta.chat(shop, customer)
    expect(talk.contactId).toBe(made.body.id)
    // As somebody has typed it before the network was asked.
    await shop.company.sql(`update conversations set address = '5531987650001' where contact_id = $1`, [talk.contactId])
    const { id } = await talk.write('Oi, Fábio')
    await talk.shown(id, ({ ack }) => expect(ack).toBe(2))
    await eventually(async () => {
      const rows = await shop.company.sql('select address from conversations where contact_id = $1', [talk.contactId])
      expect(rows).toEqual([{ address: '553187650001' }])
    })
    expect(await contact(talk.contactId)).toMatchObject({ number: '5531987650001' })
  })

  test('who change their number stay the same, and are written to at the new one', async () => {
    const talk = await meta.chat(shop)
    const before = talk.person.waId ?? ''
    await talk.chat.changeNumber('5521987650000')
    await eventually(async () => expect(await contact(talk.contactId)).toMatchObject({ number: '5521987650000' }))
    const { id } = await talk.write('No número novo')
    await talk.shown(id, ({ ack, failure }) => expect([ack, failure]).toEqual([2, null]))
    expect(talk.person.inbox.last.text).toContain('No número novo')
    await talk.chat.text('Recebi')
    await talk.heard('Recebi')
    // The old number may be somebody else's now.
    expect((await identities(talk.contactId)).map(({ value }) => value)).not.toContain(before)
  })

  test('whose id changes stay the same', async () => {
    const customer = person('', 'gabi')
    const talk = await meta.chat(shop, customer)
    await talk.chat.changeUserId()
    await talk.chat.text('Ainda sou eu')
    await talk.heard('Ainda sou eu')
    const { id } = await talk.write('Oi de novo')
    await talk.shown(id, ({ ack, failure }) => expect([ack, failure]).toEqual([2, null]))
  })

  test('of two portfolios with the same id are two', async () => {
    const other = await meta.connectNumber(shop.admin)
    const [first, second] = [person('Hugo', 'hugo'), person('Iara', 'iara')]
    shop.number.account.business.renameUser(first, 'BR.777')
    other.number.account.business.renameUser(second, 'BR.777')
    const talk = await meta.chat(shop, first)
    await second.chat(other.number).text('Sou outra')
    const ticket = await meta.ticketOf(shop.company, `${other.number.account.business.id}:BR.777`)
    expect(ticket.contact_id).not.toBe(talk.contactId)
  })

  test('of linked portfolios are one, also if they have no number', async () => {
    const other = await meta.connectNumber(shop.admin)
    other.number.account.business.linkWith(shop.number.account.business)
    meta.server.settings.tellsParentIds = true
    const customer = person('', 'joana')
    const talk = await meta.chat(shop, customer)
    await customer.chat(other.number).text('No outro número')
    await eventually(async () => {
      const talks = await shop.company.sql(
        'select connection_id::int as at from conversations where contact_id = $1 order by id',
        [talk.contactId],
      )
      expect(talks.map(({ at }) => at)).toEqual([shop.connectionId, other.connection.id])
    })
    // Each portfolio writes to the id that it has given.
    const { id } = await talk.write('Oi, Joana')
    await talk.shown(id, ({ ack, failure }) => expect([ack, failure]).toEqual([2, null]))
    meta.server.settings.tellsParentIds = false
  })

  test('are not written to by the id of another portfolio, where it may be somebody else', async () => {
    const other = await meta.connectNumber(shop.admin)
    const talk = await meta.chat(shop, person('', 'kaio'))
    const ticket = await shop.admin.post('/tickets', {
      contactId: talk.contactId,
      whatsappId: other.connection.id,
      status: 'open',
    })
    expect([ticket.status, ticket.body.error]).toEqual([400, 'ERR_WAPP_INVALID_CONTACT'])
  })

  /** A company with a number in each of two accounts of one portfolio. */
  async function twoAccounts() {
    const business = meta.server.business('Grupo Aurora')
    const [first, second] = ['551140020001', '551140020002'].map((display) => business.account().number(display))
    const company = await meta.world.company()
    const admin = await company.admin()
    const numbers = []
    for (const number of [first, second]) if (number) numbers.push(await meta.connectNumber(admin, { number }))
    return { company, admin, business, numbers }
  }

  test('of two accounts of one portfolio are one', async () => {
    const { company, business, numbers } = await twoAccounts()
    const customer = person('', 'julia')
    for (const { number } of numbers) await customer.chat(number).text(`Para ${number.display}`)
    const identity = `${business.id}:${customer.userIdAt(business)}`
    const { contact_id } = await meta.ticketOf(company, identity)
    await eventually(async () => {
      const talks = await company.sql('select connection_id from conversations where contact_id = $1', [contact_id])
      expect(talks).toHaveLength(2)
    })
  })

  test('who were known by each account before its portfolio was known become one, and lose nothing', async () => {
    const { company, admin, business, numbers } = await twoAccounts()
    await company.sql('update official_numbers set portfolio_id = null where company_id = $1', [company.id])
    const customer = person('', 'lia')
    const userId = customer.userIdAt(business)
    const contacts = []
    for (const { number } of numbers) {
      await customer.chat(number).text(`Para ${number.display}`)
      contacts.push((await meta.ticketOf(company, `${number.account.id}:${userId}`)).contact_id)
    }
    expect(new Set(contacts).size).toBe(2)
    for (const { connection, token } of numbers) await admin.put(`/whatsapp-official/${connection.id}`, { token })
    const [kept] = contacts
    await eventually(async () => {
      const known = await company.sql(
        "select contact_id::int as of, value from contact_identities where company_id = $1 and kind = 'business_user'",
        [company.id],
      )
      expect(known).toEqual([{ of: kept, value: `${business.id}:${userId}` }])
    })
    const talks = await company.sql(
      'select v.address, (select count(*)::int from messages m where m.conversation_id = v.id) as said from conversations v where v.company_id = $1 and v.contact_id = $2',
      [company.id, kept],
    )
    expect(talks).toEqual([
      { address: `${business.id}:${userId}`, said: 1 },
      { address: `${business.id}:${userId}`, said: 1 },
    ])
  })
})

describe('a number that is also on a phone', () => {
  test('tells what was written there, which is ours and quiets the bot', async () => {
    const number = meta.number({ isOnPhoneApp: true })
    const both = await meta.numberShop({ number })
    const talk = await meta.chat(both)
    await number.phoneApp?.text(talk.person, 'Pelo celular')
    await eventually(async () =>
      expect((await talk.messages()).at(-1)).toMatchObject({ body: 'Pelo celular', fromMe: true }),
    )
    expect((await both.attendant.get(`/tickets/${talk.ticketId}`)).body).toMatchObject({ isBot: false })
  })
})

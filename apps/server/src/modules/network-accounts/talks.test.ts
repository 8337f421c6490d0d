import { beforeAll, describe, expect, test } from 'vitest'
import { samples } from '#test/files'
import { type MetaShop, metaOfFile } from '#test/world/meta-world'
import { eventually } from '#test/world'

const meta = metaOfFile()
let shop: MetaShop
beforeAll(async () => {
  shop = await meta.shop()
})

const places = ['page', 'instagram'] as const

describe.each(places)('somebody who writes to the %s', (at) => {
  test('gets a ticket of its channel, with their name', async () => {
    const { ticketId } = await meta.talk(at, shop)
    await eventually(async () => {
      const { body } = await shop.attendant.get(`/tickets/${ticketId}`)
      expect(body).toMatchObject({
        channel: at === 'page' ? 'facebook' : 'instagram',
        whatsappId: shop.connections[at],
        contact: { name: expect.stringMatching(/^Ana Lima/), channel: at === 'page' ? 'facebook' : 'instagram' },
      })
    })
  })

  test('is shown with their picture, of which a copy is kept here', async () => {
    const { ticketId } = await meta.talk(at, shop)
    const address = await eventually(async () => {
      const { contact } = (await shop.attendant.get(`/tickets/${ticketId}`)).body
      expect(contact.urlPicture).toMatch(/\/public\/company\d+\/contact\/[0-9a-f]{40}\.webp$/)
      return contact.urlPicture
    })
    const { refreshCookie: cookie } = shop.attendant
    expect(await shop.attendant.get(address, { cookies: { [cookie.name]: cookie.value } })).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/webp' },
    })
  })

  test('writes several messages into one ticket, in order', async () => {
    const { chat, ticketId, messages } = await meta.talk(at, shop)
    for (let nth = 0; nth < 5; nth += 1) await chat.text(`Linha ${nth}`)
    await eventually(async () => {
      const said = (await messages()).map(({ body }: { body: string }) => body)
      expect(said).toEqual(['Oi', ...Array.from({ length: 5 }, (_, nth) => `Linha ${nth}`)])
    })
    expect((await messages()).every((message: { ticketId: number }) => message.ticketId === ticketId)).toBe(true)
  })

  test('sends a picture, which is fetched by the downloader', async () => {
    const { chat, messages } = await meta.talk(at, shop)
    await chat.attachment('image', `${meta.server.url}/picture/1`)
    await eventually(async () => {
      const [last] = (await messages()).slice(-1)
      expect(last).toMatchObject({ mediaType: 'image', mediaUrl: expect.stringContaining('/public/company') })
    })
  })

  test('sends a document, which keeps the name that its address has', async () => {
    const { chat, messages } = await meta.talk(at, shop)
    const file = { bytes: samples.pdf, mimeType: 'application/octet-stream', name: 'Orçamento nº 7.pdf' }
    await chat.attachment('file', meta.server.layDown(file))
    await eventually(async () => {
      const [last] = (await messages()).slice(-1)
      expect(last).toMatchObject({ mediaState: 'ready', mediaType: 'application', mediaName: 'Orçamento nº 7.pdf' })
    })
  })

  test('sends files that lie inside or nowhere, which are not fetched (S58)', async () => {
    const { chat, messages, ticketId } = await meta.talk(at, shop)
    const addresses = [
      'http://169.254.169.254/latest/meta-data',
      'http://127.0.0.1:1/a.jpg',
      'http://[::1]/a.jpg',
      'file:///etc/passwd',
      'nothing',
    ]
    for (const address of addresses) await chat.attachment('image', address)
    await eventually(async () => {
      const tried = await shop.company.sql(
        `select f.state from files f join messages m on m.company_id = f.company_id and m.file_id = f.id
         where m.ticket_id = $1 and (f.state = 'failed' or (f.source->>'tries')::int > 0)`,
        [ticketId],
      )
      expect(tried).toHaveLength(addresses.length)
    })
    const shown = (await messages()).slice(1)
    expect(shown).toHaveLength(addresses.length)
    expect(shown.every(({ mediaUrl }: { mediaUrl: unknown }) => mediaUrl === null)).toBe(true)
  })

  test('edits, takes back, reacts, quotes, and taps what the page offers', async () => {
    const { chat, messages, heard, write, shown } = await meta.talk(at, shop)
    const { mid } = await chat.text('Quanto cuta?')
    await heard('Quanto cuta?')
    await chat.edit(mid, 'Quanto custa?')
    await heard('Quanto custa?')

    const ours = await write('R$ 10')
    await shown(ours.id, ({ ack }) => expect(ack).toBeGreaterThan(0))
    await meta.settled()
    const own = [...shop[at].messages.values()].findLast(({ direction }) => direction === 'out')
    await chat.reply(own?.mid ?? '', 'Combinado')
    const answer = await heard('Combinado')
    expect(answer.quotedMsg).toMatchObject({ id: ours.id })
    await chat.react(own?.mid ?? '', 'love', '❤')
    await shown(ours.id, ({ reactions }) => expect(reactions).toMatchObject([{ emoji: '❤' }]))
    await chat.react(own?.mid ?? '', 'love', undefined, { isTaken: true })
    await shown(ours.id, ({ reactions }) => expect(reactions).toEqual([]))

    await chat.postback('Falar com vendas', 'VENDAS')
    await heard('Falar com vendas')
    const gone = await chat.text('Sem querer')
    const told = await heard('Sem querer')
    await chat.unsend(gone.mid)
    await shown(told.id, ({ isDeleted }) => expect(isDeleted).toBe(true))
    expect(await messages()).toHaveLength(6)
  })

  test('sends what nobody knows, which stays to be seen', async () => {
    const { chat, messages } = await meta.talk(at, shop)
    await chat.unsupported()
    await chat.attachments([{ type: 'hologram' }])
    await eventually(async () => {
      const types = (await messages()).slice(1).map(({ mediaType }: { mediaType: string }) => mediaType)
      expect(types).toEqual(['unsupported', 'unsupported'])
    })
  })

  test('is kept and not answered by itself while another app serves them', async () => {
    const greeted = await meta.shop()
    const connection = greeted.connections[at]
    await greeted.admin.put(`/whatsapp/${connection}`, { greetingMessage: 'Bem-vindo!' })
    await greeted.company.setting('sendGreetingMessageOneQueues', 'enabled')
    const chat = meta.server.person(undefined, 'Rita Moura').at(greeted[at])
    await chat.standby('Para o outro app')
    const ticket = await meta.ticketOf(greeted.company, `${greeted[at].id}:${chat.friend.id}`)
    const said = async () =>
      (await greeted.admin.get(`/messages/${ticket.id}?pageNumber=1`)).body.messages.map(
        ({ body }: { body: string }) => body,
      )
    await eventually(async () => expect(await said()).toEqual(['Para o outro app']))
    await chat.text('Para vocês')
    await eventually(async () =>
      expect(await said()).toEqual(['Para o outro app', 'Para vocês', expect.stringContaining('Bem-vindo!')]),
    )
  })

  test('is shown with the advertisement or link by which they came', async () => {
    const { chat, heard } = await meta.talk(at, shop)
    const ad = { source: 'ADS', type: 'OPEN_THREAD', ad_id: '77', ads_context_data: { ad_title: 'Verão' } }
    await chat.postback('Começar', 'GO', { referral: ad })
    expect((await heard('Começar')).referral).toMatchObject({ kind: 'ad', headline: 'Verão', sourceId: '77' })
    // Whoever has a talk already comes without a word.
    await chat.refer({ source: 'SHORTLINK', type: 'OPEN_THREAD', ref: 'folheto' })
    await chat.text('Vi no folheto')
    await chat.text('Ainda tem?')
    expect((await heard('Vi no folheto')).referral).toMatchObject({ kind: 'link', ref: 'folheto' })
    expect(await heard('Ainda tem?')).not.toHaveProperty('referral')
  })

  test('is found, joined with a contact that has a number, parted from it again, and blocked', async () => {
    const { ticketId, chat, person, heard } = await meta.talk(at, shop)
    const { admin, company } = shop
    const ofTicket = async () => (await admin.get(`/tickets/${ticketId}`)).body.contact
    const own = await eventually(async () => {
      const contact = await ofTicket()
      expect(contact).toMatchObject({ name: person.name })
      return contact
    })
    const found = await admin.get(`/contacts?searchParam=${encodeURIComponent(person.name)}`)
    expect(found.body.contacts.map(({ id }: { id: number }) => id)).toContain(own.id)
    const number = at === 'page' ? '5511966660001' : '5511966660002'
    const { body: kept } = await admin.post('/contacts', { name: 'Da agenda', number })
    expect((await admin.post(`/contacts/${kept.id}/merge`, { contactId: own.id })).status).toBe(200)
    await chat.text('Sou a mesma')
    await heard('Sou a mesma')
    expect(await ofTicket()).toMatchObject({ id: kept.id, number })
    const [merge] = (await admin.get(`/contacts/${kept.id}/merges`)).body
    expect((await admin.post(`/contacts/${kept.id}/part`, { mergeId: merge.id })).status).toBe(200)
    await chat.text('Sou outra')
    await heard('Sou outra')
    expect(await ofTicket()).toMatchObject({ id: own.id, name: person.name })
    expect((await admin.put(`/contacts/block/${own.id}`, { active: false })).status).toBe(200)
    await chat.text('Bloqueada')
    await meta.settled()
    await eventually(async () =>
      expect(await company.sql('select id from inbox where company_id = $1', [company.id])).toEqual([]),
    )
    expect(await company.sql(`select id from messages where body = 'Bloqueada'`)).toEqual([])
  })

  test('sees our answers, and their ticks are seen here', async () => {
    const { person, chat, write, shown } = await meta.talk(at, shop)
    const { id } = await write('Bom dia!')
    await shown(id, ({ ack }) => expect(ack).toBe(at === 'page' ? 2 : 1))
    await meta.settled()
    expect(person.inbox.last.text).toContain('Bom dia!')
    await chat.read()
    await shown(id, ({ ack }) => expect(ack).toBe(3))
  })

  test('has our message when the network says so, also before it has answered', async () => {
    const { person, write, shown } = await meta.talk(at, shop)
    person.readsAtOnce = true
    meta.server.tellStatusesFirst()
    const { id } = await write('Lido antes da resposta')
    await shown(id, ({ ack }) => expect(ack).toBe(3))
    await meta.settled()
  })

  test('has read everything until then, also what was told before we knew what it is about', async () => {
    const { chat, write, shown } = await meta.talk(at, shop)
    const first = await write('Antes')
    await shown(first.id, ({ ack }) => expect(ack).toBeGreaterThan(0))
    await meta.settled()
    const send = `POST /v25.0/${shop.page.id}/messages`
    const held = meta.server.webhooks.hold()
    meta.server.faults.loseAnswers({ on: send })
    const last = await write('Sem resposta')
    await eventually(async () => {
      const waiting = await shop.company.sql('select part from unconfirmed_parts where message_id = $1', [last.id])
      expect(waiting).toHaveLength(1)
    })
    await chat.read()
    await held.release({ order: 'reversed' })
    for (const { id } of [first, last]) await shown(id, ({ ack }) => expect(ack).toBe(3))
  })

  test('never makes a tick go back, in whatever order it is told', async () => {
    const { chat, write, shown } = await meta.talk(at, shop)
    const held = meta.server.webhooks.hold()
    const { id } = await write('Fora de ordem')
    await shown(id, ({ ack }) => expect(ack).toBe(1))
    await chat.read()
    await held.release({ order: 'reversed' })
    await meta.settled()
    await shown(id, ({ ack }) => expect(ack).toBe(3))
  })

  test('hears an answer from the inbox of the page, which is ours and quiets the bot', async () => {
    const { chat, messages, ticketId } = await meta.talk(at, shop)
    const { mid } = await chat.answerFromInbox('Pela caixa de entrada')
    await eventually(async () =>
      expect((await messages()).at(-1)).toMatchObject({
        body: 'Pela caixa de entrada',
        fromMe: true,
        ack: 1,
        origin: 'phone',
        writtenIn: 'inbox',
      }),
    )
    expect((await shop.attendant.get(`/tickets/${ticketId}`)).body).toMatchObject({ isBot: false })
    await chat.reply(mid, 'Recebi')
    await eventually(async () => expect((await messages()).at(-1)).toMatchObject({ body: 'Recebi' }))
  })

  test('hears an answer by another program, which says so', async () => {
    const { chat, messages } = await meta.talk(at, shop)
    await chat.answerFromInbox('Por outro programa', { appId: 42 })
    await eventually(async () =>
      expect((await messages()).at(-1)).toMatchObject({
        body: 'Por outro programa',
        origin: 'phone',
        writtenIn: 'app',
      }),
    )
  })

  test('is told that we have read, when an attendant opens the ticket', async () => {
    const { chat } = await meta.talk(at, shop)
    await eventually(() => expect(chat.friend.actions).toContainEqual({ action: 'mark_seen' }))
  })

  test('gets no message twice from its echo', async () => {
    const { write, messages, shown } = await meta.talk(at, shop)
    const { id } = await write('Só uma vez')
    await shown(id, ({ ack }) => expect(ack).toBeGreaterThan(0))
    await meta.settled()
    expect((await messages()).filter(({ fromMe }: { fromMe: boolean }) => fromMe)).toHaveLength(1)
  })

  test('gets files, and a caption as a message of its own', async () => {
    const { person, ticketId, shown } = await meta.talk(at, shop)
    const files = [{ field: 'medias', name: 'conta.pdf', type: 'application/pdf', data: samples.pdf }]
    const { body } = await shop.attendant.upload(`/messages/${ticketId}`, { body: 'Segue a conta' }, files)
    const [{ id }] = Array.isArray(body) ? body : [body]
    await shown(id, ({ ack }) => expect(ack).toBeGreaterThan(0))
    await meta.settled()
    const got = person.inbox.messages.slice(-2)
    expect(got.map(({ type }) => type)).toEqual(['file', 'text'])
    expect(got[0]?.file?.bytes.equals(samples.pdf)).toBe(true)
    expect(got[1]?.text).toContain('Segue a conta')
  })

  test('gets a long text in parts, in order', async () => {
    const { person, write, shown } = await meta.talk(at, shop)
    const long = Array.from({ length: 500 }, (_, nth) => `palavra${nth}`).join(' ')
    const { id } = await write(long)
    await shown(id, ({ ack }) => expect(ack).toBeGreaterThan(0))
    await meta.settled()
    const parts = person.inbox.messages.map(({ text }) => text ?? '')
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.join(' ')).toContain(long)
  })
})

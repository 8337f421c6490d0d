import { beforeAll, describe, expect, test } from 'vitest'
import type { Phone, WaServer } from '@guiche/wa-testserver'
import { samples } from '#test/files'
import { type Company, type Person, type World, eventually } from '#test/world'
import { whatsAppOfFile } from '#test/whatsapp'
import { sweepSecrets } from './sweep-secrets.ts'

let whatsApp: WaServer
let world: World
let company: Company
let admin: Person
let phones = 0
const office = whatsAppOfFile()
beforeAll(() => {
  ;({ server: whatsApp, world, company, admin } = office)
})

const newPhone = () =>
  whatsApp.phone(`55119000${String(++phones).padStart(5, '0')}`, 'Loja Central', { businessName: 'Loja Central' })

async function statusOf(id: number): Promise<string> {
  return (await admin.get(`/whatsapp/${id}`)).body.status
}

/** A connection whose phone was linked with the code that its admin sees. */
async function paired(more: object = {}): Promise<{ id: number; phone: Phone }> {
  const phone = newPhone()
  const { id } = (await admin.post('/whatsapp', { name: `Loja ${phones}`, channel: 'whatsapp', ...more })).body
  await scan(id, phone)
  return { id, phone }
}

async function scan(id: number, phone: Phone): Promise<void> {
  await eventually(async () => expect((await admin.get(`/whatsapp/${id}`)).body.qrcode).not.toBe(''))
  await phone.scan((await admin.get(`/whatsapp/${id}`)).body.qrcode)
  await eventually(async () => expect(await statusOf(id)).toBe('CONNECTED'))
}

describe('a WhatsApp connection', () => {
  test('shows its code only to admins, and is connected once the phone has scanned it', async () => {
    const ana = await company.attendant()
    const [toAdmin, toAna] = [await admin.listen(), await ana.listen()]
    const { id, phone } = await paired()

    expect((await admin.get(`/whatsapp/${id}`)).body).toMatchObject({ number: phone.number, qrcode: '' })
    // S64: linking a device is audited with the number.
    expect(
      await company.sql(
        "select detail from audit_log where company_id = $1 and object_id = $2 and action = 'session.linked'",
        [company.id, String(id)],
      ),
    ).toEqual([{ detail: { number: phone.number, by: `connection ${id}` } }])
    const sessions = toAdmin.of('connectionSession').filter(({ payload }) => payload.session.id === id)
    expect(sessions.find(({ payload }) => payload.session.status === 'qrcode')?.payload.session.qrcode).toMatch(
      /^\S{100,}$/,
    )
    await eventually(() =>
      expect(toAdmin.of('connectionSession').at(-1)?.payload.session).toMatchObject({
        id,
        status: 'CONNECTED',
        qrcode: '',
      }),
    )
    expect(toAna.of('connectionSession')).toEqual([])
    expect(JSON.stringify(toAna.events)).not.toContain('wa.me/settings')
    await eventually(() =>
      expect(toAna.of('connection').at(-1)?.payload.whatsapp).toMatchObject({ id, status: 'CONNECTED', qrcode: '' }),
    )
  })

  test('shows its code only in its own answer and event, even for admins: in no list and in no event for everybody', async () => {
    const toAdmin = await admin.listen()
    const { id } = (await admin.post('/whatsapp', { name: `Loja ${(phones += 1)}`, channel: 'whatsapp' })).body
    const told = () => toAdmin.of('connection').filter(({ payload }) => payload.whatsapp?.id === id)
    await eventually(() => expect(told().at(-1)?.payload.whatsapp).toMatchObject({ status: 'qrcode' }))

    const listed = (await admin.get('/whatsapp')).body.find((connection: { id: number }) => connection.id === id)

    expect(listed).toMatchObject({ status: 'qrcode', qrcode: '', qrcodeSeconds: 0 })
    expect(listed.token).toMatch(/^••••[A-Z0-9]{4}$/)
    expect(JSON.stringify(told())).not.toContain('wa.me/settings')
    expect((await admin.get(`/whatsapp/${id}`)).body.qrcode).toContain('wa.me/settings')
    await eventually(() =>
      expect(toAdmin.of('connectionSession').at(-1)?.payload.session.qrcode).toContain('wa.me/settings'),
    )
    toAdmin.close()
  })

  test('stores a message in a ticket and sends the answer to the customer’s phone', async () => {
    const queue = await company.queue()
    const { phone } = await paired({ queueIds: [queue.id] })
    const ana = await company.attendant({ queues: [queue] })
    const rita = whatsApp.contact('5511988887777', 'Rita Moura')

    await rita.chat(phone).text('Vocês abrem hoje?')
    const ticket = await eventually(async () => {
      const { body } = await ana.get('/tickets?status=pending&showAll=false')
      expect(body.tickets).toHaveLength(1)
      return body.tickets[0]
    })
    expect(ticket).toMatchObject({
      lastMessage: 'Vocês abrem hoje?',
      contact: { name: 'Rita Moura', number: '5511988887777' },
    })

    await ana.put(`/tickets/${ticket.id}`, { status: 'open', userId: ana.id })
    await ana.post(`/messages/${ticket.id}`, { body: 'Abrimos às nove', fromMe: true, read: 1 })
    await rita.waitForMessage(({ text }) => text?.includes('Abrimos às nove') === true)
    await rita.read()
    await eventually(async () => {
      const { body } = await ana.get(`/messages/${ticket.id}`)
      expect(body.messages.at(-1)).toMatchObject({ fromMe: true, ack: 3 })
    })
  })

  test('can be unlinked with the right to manage connections, and linked to another phone with a new code', async () => {
    const { id, phone } = await paired()

    expect((await admin.delete(`/whatsappsession/${id}`)).body).toEqual({ message: 'Session disconnected.' })
    await eventually(async () => expect(await statusOf(id)).toBe('DISCONNECTED'))
    await eventually(() => expect(phone.linkedDevices).toEqual([]))
    await eventually(async () => expect(await secretsOf(id)).toBe(0))

    const other = newPhone()
    expect((await admin.put(`/whatsappsession/${id}`)).body).toEqual({ message: 'Starting session.' })
    await scan(id, other)
    expect((await admin.get(`/whatsapp/${id}`)).body.number).toBe(other.number)

    const third = newPhone()
    await admin.put(`/whatsappsession/${id}`)
    await eventually(() => expect(other.linkedDevices).toEqual([]))
    await scan(id, third)
  })

  test('shows that the phone has unlinked it, and reconnects only on request', async () => {
    const { id, phone } = await paired()
    await phone.linkedDevice.unlink()
    await eventually(async () => expect(await statusOf(id)).toBe('DISCONNECTED'))
    await eventually(async () => expect(await secretsOf(id)).toBe(0))
    expect(await historyOf(id)).toEqual(['opening', 'qrcode', 'pairing', 'connected', 'ended'])

    const next = newPhone()
    await admin.post(`/whatsappsession/${id}`)
    await scan(id, next)
  })

  test('reconnects without a new code when all connections of the company are restarted', async () => {
    const { id, phone } = await paired()

    expect((await admin.post('/whatsapp-restart/')).status).toBe(200)
    await eventually(async () => expect((await historyOf(id)).filter((kind) => kind === 'connected')).toHaveLength(2))
    expect(await statusOf(id)).toBe('CONNECTED')
    expect(phone.linkedDevices).toHaveLength(1)
  })

  test('is unlinked from its phone when it is deleted', async () => {
    const { id, phone } = await paired()
    await admin.delete(`/whatsapp/${id}`)
    await eventually(() => expect(phone.linkedDevices).toEqual([]))
    await eventually(async () => expect(await secretsOf(id)).toBe(0))
  })

  test('has its keys encrypted in the database', async () => {
    const { id } = await paired()
    const rows = await company.sql('select kind, ciphertext from connection_secrets where connection_id = $1', [id])
    expect(rows.length).toBeGreaterThan(5)
    for (const { ciphertext } of rows) expect(ciphertext.toString('latin1')).not.toMatch(/private|noiseKey|Buffer/)
  })
})

describe('a customer on WhatsApp', () => {
  test('sends files, which are fetched and stored, and receives files, quotes and reactions', async () => {
    const queue = await company.queue()
    const { id, phone } = await paired({ queueIds: [queue.id] })
    const ana = await company.attendant({ queues: [queue] })
    const rita = whatsApp.contact('5511988880004', 'Rita Moura')
    const picture = await samples.png()
    const { id: wid } = await rita.chat(phone).image(picture, { caption: 'Serve esta?', mimetype: 'image/png' })

    const ticketId = await eventually(async () => {
      const [ticket] = await ticketsOf(id)
      expect(ticket).toBeDefined()
      return Number(ticket.id)
    })
    const shown = () => ana.get(`/messages/${ticketId}`).then(({ body }) => body.messages)
    await eventually(async () =>
      expect(await shown()).toMatchObject([
        { body: 'Serve esta?', mediaType: 'image', mediaUrl: expect.stringContaining('http'), mediaState: 'ready' },
      ]),
    )
    const [message] = await shown()
    const { pathname, search } = new URL(message.mediaUrl)
    expect(await world.anonymous.get(pathname + search)).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/png' },
    })

    await ana.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id })
    await ana.post(`/messages/${ticketId}`, { body: 'Serve, sim', quotedMsg: { id: message.id } })
    const answer = await rita.waitForMessage(({ text }) => text?.includes('Serve, sim') === true)
    expect(answer.quotedId).toBe(wid)
    expect(answer.raw.extendedTextMessage?.contextInfo?.quotedMessage).toMatchObject({
      imageMessage: { mimetype: 'image/png', caption: 'Serve esta?' },
    })

    await ana.post('/react/messages', { ticketId, id: wid, text: '👍' })
    await eventually(() => expect([...rita.reactionsToOwn(wid).values()]).toEqual(['👍']))

    await ana.upload(`/messages/${ticketId}`, { body: 'A nota' }, [
      { field: 'medias', name: 'nota.pdf', type: 'application/pdf', data: samples.pdf },
    ])
    const paper = await rita.waitForMessage(({ kind }) => kind === 'document')
    expect(paper.media).toMatchObject({ fileName: 'nota.pdf', mimetype: 'application/pdf' })
    expect(paper.file?.equals(samples.pdf)).toBe(true)
  })

  test('is one contact with number and LID and has one ticket, even if several first messages come at once', async () => {
    const { id, phone } = await paired()
    const rita = whatsApp.contact('5511988880001', 'Rita Moura')
    await Promise.all(Array.from({ length: 20 }, (_, nth) => rita.chat(phone).text(`Mensagem ${nth}`)))

    await eventually(async () =>
      expect(
        await company.sql('select count(*)::int as count from messages where connection_id = $1 and not from_me', [id]),
      ).toEqual([{ count: 20 }]),
    )
    expect(await company.sql('select id from tickets where connection_id = $1', [id])).toHaveLength(1)
    const identities = await company.sql(
      `select i.kind from contact_identities i join tickets t on t.contact_id = i.contact_id and t.company_id = i.company_id
       where t.connection_id = $1 order by i.kind`,
      [id],
    )
    expect(identities).toEqual([{ kind: 'lid' }, { kind: 'phone' }])
  })

  test('can be answered on the phone itself, which the ticket shows, and then no longer counts as waiting', async () => {
    const { id, phone } = await paired({ greetingMessage: 'Olá! Já respondemos.' })
    const rita = whatsApp.contact('5511988880002', 'Rita Moura')
    await rita.chat(phone).text('Tem alguém aí?')
    await eventually(async () => expect(await ticketsOf(id)).toHaveLength(1))
    await phone.chat(rita).text('Tem sim, sou a dona')

    await eventually(async () =>
      expect(await ticketsOf(id)).toMatchObject([
        { last_message: 'Tem sim, sou a dona', last_from_me: true, waiting_since: null },
      ]),
    )
    expect(
      await company.sql("select origin, from_me from messages where connection_id = $1 and origin = 'phone'", [id]),
    ).toEqual([{ origin: 'phone', from_me: true }])
  })

  test('gets a message again that their phone could not decrypt, also after a restart; sent contents expire after days', async () => {
    const queue = await company.queue()
    const { id, phone } = await paired({ queueIds: [queue.id] })
    const ana = await company.attendant({ queues: [queue] })
    const rita = whatsApp.contact('5511988880005', 'Rita Moura')
    await rita.chat(phone).text('Qual é o prazo?')
    const ticketId = await eventually(async () => Number((await ticketsOf(id))[0].id))
    await ana.put(`/tickets/${ticketId}`, { status: 'open', userId: ana.id })
    rita.goOffline()
    await ana.post(`/messages/${ticketId}`, { body: 'Dez dias úteis' })
    await eventually(async () => expect(await lastOf(ticketId)).toMatchObject({ fromMe: true, ack: 1 }))
    await rita.forgetSessionsWith(phone)
    await admin.post('/whatsapp-restart/')
    await eventually(async () => expect((await historyOf(id)).filter((kind) => kind === 'connected')).toHaveLength(2))
    await rita.goOnline()
    await rita.waitForMessage(({ text }) => text?.includes('Dez dias úteis') === true)

    const kept = () =>
      company.sql("select ciphertext from connection_secrets where connection_id = $1 and kind = 'sent'", [id])
    for (const { ciphertext } of await kept()) expect(ciphertext.toString('latin1')).not.toContain('Dez dias')
    await sweepSecrets(world.app.deps)
    expect(await kept()).not.toEqual([])
    await company.sql("update connection_secrets set until = until - interval '14 days' where connection_id = $1", [id])
    await sweepSecrets(world.app.deps)
    expect(await kept()).toEqual([])
    expect(await secretsOf(id)).toBeGreaterThan(0)
  })

  test('is received in a group only if the connection allows groups', async () => {
    const { id, phone } = await paired()
    const rita = whatsApp.contact('5511988880003', 'Rita Moura')
    await rita.chat(whatsApp.group('Condomínio', rita, [phone])).text('Bom dia a todos')
    await rita.chat(phone).text('E bom dia para você')
    await eventually(async () => expect(await ticketsOf(id)).toHaveLength(1))

    await admin.put(`/whatsapp/${id}`, { allowGroup: true })
    await rita.chat(whatsApp.group('Família', rita, [phone])).text('Oi, gente')
    await eventually(async () => expect(await ticketsOf(id)).toHaveLength(2))
    expect((await ticketsOf(id)).map(({ status }) => status)).toEqual(['pending', 'group'])
  })
})

describe('a passkey request', () => {
  test('is shown to everybody as its own status until a user tries again', async () => {
    const phone = newPhone()
    const [ana, keeper] = [await company.attendant(), await company.attendant({ allowConnections: 'enabled' })]
    const toAna = await ana.listen()
    const { id } = (await admin.post('/whatsapp', { name: `Loja ${phones}`, channel: 'whatsapp' })).body
    await eventually(async () => expect((await admin.get(`/whatsapp/${id}`)).body.qrcode).not.toBe(''))
    const { qrcode, qrcodeSeconds } = (await admin.get(`/whatsapp/${id}`)).body
    expect(qrcodeSeconds).toBeGreaterThan(30)
    expect((await keeper.get(`/whatsapp/${id}`)).body).toMatchObject({ qrcode: '', qrcodeSeconds: 0 })

    whatsApp.faults.demandPasskey({ phone })
    await expect(phone.scan(qrcode)).rejects.toThrow('passkey')
    await eventually(async () =>
      expect((await keeper.get(`/whatsapp/${id}`)).body).toMatchObject({ status: 'PASSKEY', endReason: 'passkey' }),
    )
    await eventually(() =>
      expect(toAna.of('connection').at(-1)?.payload.whatsapp).toMatchObject({ id, status: 'PASSKEY', qrcode: '' }),
    )
    expect(await historyOf(id)).toEqual(['opening', 'qrcode', 'ended'])

    await keeper.post(`/whatsappsession/${id}`)
    await scan(id, phone)
    expect((await admin.get(`/whatsapp/${id}`)).body).toMatchObject({ endReason: null, qrcodeSeconds: 0 })
  })
})

describe('a lost connection', () => {
  test('delivers missed messages in order after it is back, without greetings, and marks them in the ticket', async () => {
    await company.setting('sendGreetingMessageOneQueues', 'enabled')
    const queue = await company.queue()
    const { id, phone } = await paired({ greetingMessage: 'Olá! Já respondemos.', queueIds: [queue.id] })
    const ana = await company.attendant({ queues: [queue] })
    const rita = whatsApp.contact('5511988880101', 'Rita Moura')
    const paulo = whatsApp.contact('5511988880102', 'Paulo Reis')

    phone.linkedDevice.cut()
    for (const text of ['um', 'dois', 'três']) await rita.chat(phone).text(text)
    await eventually(async () => expect(await ticketsOf(id)).toMatchObject([{ unread_count: 3, last_message: 'três' }]))
    await paulo.chat(phone).text('Oi')
    await eventually(() => expect(paulo.inbox.map(({ text }) => text)).toEqual([expect.stringContaining('Olá!')]))

    expect(rita.inbox).toEqual([])
    const [{ id: ticketId }] = await ticketsOf(id)
    const shown = await ana.get(`/messages/${ticketId}`)
    expect(shown.body.messages.map(({ body }: { body: string }) => body)).toEqual(['um', 'dois', 'três'])
    const { body: log } = await ana.get(`/tickets-log/${ticketId}`)
    expect(log[0]).toMatchObject({ type: 'recovered', recovered: { count: 3 } })
    const events = await company.sql(
      "select kind, detail from connection_events where connection_id = $1 and kind in ('lost', 'recovered') order by id",
      [id],
    )
    expect(events).toMatchObject([{ kind: 'lost' }, { kind: 'recovered', detail: { count: 3 } }])
  })

  test('delivers deletions, edits and answers from the phone after it is back', async () => {
    const { id, phone } = await paired()
    const rita = whatsApp.contact('5511988880103', 'Rita Moura')
    const [wrong, other] = [await rita.chat(phone).text('Errei'), await rita.chat(phone).text('As dez')]
    await eventually(async () => expect(await ticketsOf(id)).toMatchObject([{ unread_count: 2 }]))

    phone.linkedDevice.cut()
    await rita.chat(phone).delete(wrong.id)
    await rita.chat(phone).edit(other.id, 'Às onze')
    await phone.chat(rita).text('Combinado')

    await eventually(async () =>
      expect(
        await company.sql(
          'select body, origin, deleted_at is not null as deleted from messages where connection_id = $1 order by id',
          [id],
        ),
      ).toEqual([
        { body: 'Errei', origin: 'channel', deleted: true },
        { body: 'Às onze', origin: 'channel', deleted: false },
        { body: 'Combinado', origin: 'phone', deleted: false },
      ]),
    )
  })

  test('is shown as timeout after several failed attempts, and can be ended then', async () => {
    const keeper = await company.attendant({ allowConnections: 'enabled' })
    const toKeeper = await keeper.listen()
    const { id, phone } = await paired()
    whatsApp.faults.refuseLogins(503, { times: 100, phone })
    phone.linkedDevice.cut()
    await eventually(async () => expect(await statusOf(id)).toBe('TIMEOUT'))
    await eventually(() =>
      expect(
        toKeeper.of('connection').map(({ payload }) => [payload.whatsapp?.id, payload.whatsapp?.status]),
      ).toContainEqual([id, 'TIMEOUT']),
    )
    await keeper.delete(`/whatsappsession/${id}`)
    await eventually(async () => expect(await statusOf(id)).toBe('DISCONNECTED'))
    whatsApp.faults.acceptLogins(phone)
    await keeper.put(`/whatsappsession/${id}`)
    await scan(id, phone)
  })

  test('counts as lost from when this side closed it, across a restart', async () => {
    const { id, phone } = await paired()
    const rita = whatsApp.contact('5511988880104', 'Rita Moura')
    await admin.post('/whatsapp-restart/')
    await eventually(() => expect(phone.linkedDevices.some(({ isOnline }) => isOnline)).toBe(false))
    await rita.chat(phone).text('Alguém?')

    await eventually(async () => expect(await ticketsOf(id)).toHaveLength(1))
    const [stopped] = await company.sql(
      "select created_at from connection_events where connection_id = $1 and kind = 'stopped'",
      [id],
    )
    await eventually(async () =>
      expect(
        await company.sql("select detail from connection_events where connection_id = $1 and kind = 'recovered'", [id]),
      ).toMatchObject([{ detail: { count: 1, since: stopped.created_at.toISOString() } }]),
    )
  })
})

describe('an attacker', () => {
  test('cannot reach a session of another company, or one of their own company without the right', async () => {
    const { id } = await paired()
    const stranger = await (await world.company()).admin()
    const ana = await company.attendant()
    for (const method of ['post', 'put', 'delete'] as const) {
      expect(await stranger[method](`/whatsappsession/${id}`)).toMatchObject({ status: 404 })
      expect(await ana[method](`/whatsappsession/${id}`)).toMatchObject({ status: 403 })
    }
    expect(await ana.post('/whatsapp-restart/')).toMatchObject({ status: 403 })
    expect(await stranger.post('/whatsapp-restart/')).toMatchObject({ status: 200 })
    expect(await statusOf(id)).toBe('CONNECTED')
    const chat = await company.webChat()
    expect(await admin.post(`/whatsappsession/${chat.id}`)).toMatchObject({ status: 400 })
  })

  test('cannot see the code without being an admin of the company', async () => {
    const keeper = await company.attendant({ allowConnections: 'enabled' })
    const { id } = (await admin.post('/whatsapp', { name: `Loja ${(phones += 1)}`, channel: 'whatsapp' })).body
    await eventually(async () => expect((await admin.get(`/whatsapp/${id}`)).body.qrcode).not.toBe(''))
    expect((await keeper.get(`/whatsapp/${id}`)).body).toMatchObject({ status: 'qrcode', qrcode: '' })
    expect(JSON.stringify((await keeper.get('/whatsapp')).body)).not.toContain('wa.me/settings')
    const operator = await world.operator()
    expect((await operator.get(`/whatsapp/${id}?companyId=${company.id}`)).body).toMatchObject({ id, qrcode: '' })
  })
})

async function secretsOf(id: number): Promise<number> {
  const [row] = await company.sql('select count(*)::int as count from connection_secrets where connection_id = $1', [
    id,
  ])
  return row.count
}

async function historyOf(id: number): Promise<string[]> {
  const rows = await company.sql('select kind from connection_events where connection_id = $1 order by id', [id])
  return rows.map(({ kind }) => kind)
}

const lastOf = async (ticketId: number) => (await admin.get(`/messages/${ticketId}`)).body.messages.at(-1)

const ticketsOf = (id: number) => company.sql('select * from tickets where connection_id = $1 order by id', [id])

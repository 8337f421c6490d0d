import { beforeAll, describe, expect, test } from 'vitest'
import type { WaServer } from '@guiche/wa-testserver'
import { type Company, type Person, type World, eventually } from '#test/world'
import { whatsAppOfFile } from '#test/whatsapp'

let whatsApp: WaServer
let world: World
let company: Company
let admin: Person
const office = whatsAppOfFile()
beforeAll(() => {
  ;({ server: whatsApp, world, company, admin } = office)
})

const statusOf = async (id: number): Promise<string> => (await admin.get(`/whatsapp/${id}`)).body.status

describe('a WhatsApp connection', () => {
  test('shows its code only to admins, and is connected once the phone has scanned it', async () => {
    const ana = await company.attendant()
    const [toAdmin, toAna] = [await admin.listen(), await ana.listen()]
    const { id, phone } = await office.paired()

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
    const { id } = (await admin.post('/whatsapp', { name: 'Loja do código', channel: 'whatsapp' })).body
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
    const { phone } = await office.paired({ queueIds: [queue.id] })
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

  test('has its keys encrypted in the database', async () => {
    const { id } = await office.paired()
    const rows = await company.sql('select kind, ciphertext from connection_secrets where connection_id = $1', [id])
    expect(rows.length).toBeGreaterThan(5)
    for (const { ciphertext } of rows) expect(ciphertext.toString('latin1')).not.toMatch(/private|noiseKey|Buffer/)
  })
})

describe('a customer on WhatsApp', () => {
  test('is one contact with number and LID and has one ticket, even if several first messages come at once', async () => {
    const { id, phone } = await office.paired()
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
})

describe('an attacker', () => {
  test('cannot reach a session of another company, or one of their own company without the right', async () => {
    const { id } = await office.paired()
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
    const { id } = (await admin.post('/whatsapp', { name: 'Loja sem código', channel: 'whatsapp' })).body
    await eventually(async () => expect((await admin.get(`/whatsapp/${id}`)).body.qrcode).not.toBe(''))
    expect((await keeper.get(`/whatsapp/${id}`)).body).toMatchObject({ status: 'qrcode', qrcode: '' })
    expect(JSON.stringify((await keeper.get('/whatsapp')).body)).not.toContain('wa.me/settings')
    const operator = await world.operator()
    expect((await operator.get(`/whatsapp/${id}?companyId=${company.id}`)).body).toMatchObject({ id, qrcode: '' })
  })
})

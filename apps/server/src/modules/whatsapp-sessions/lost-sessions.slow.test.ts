import { beforeAll, describe, expect, test } from 'vitest'
import type { Phone, WaServer } from '@guiche/wa-testserver'
import { type Company, type Person, eventually } from '#test/world'
import { whatsAppOfFile } from '#test/whatsapp'

let whatsApp: WaServer
let company: Company
let admin: Person
let phones = 0
const office = whatsAppOfFile()
beforeAll(() => {
  ;({ server: whatsApp, company, admin } = office)
})

/** A phone that is not linked yet. */
const newPhone = () => whatsApp.phone(`55119100${String(++phones).padStart(5, '0')}`, 'Loja Central')

async function scan(id: number, phone: Phone): Promise<void> {
  await eventually(async () => expect((await admin.get(`/whatsapp/${id}`)).body.qrcode).not.toBe(''))
  await phone.scan((await admin.get(`/whatsapp/${id}`)).body.qrcode)
  await eventually(async () => expect(await statusOf(id)).toBe('CONNECTED'))
}

const statusOf = async (id: number): Promise<string> => (await admin.get(`/whatsapp/${id}`)).body.status

const ticketsOf = (id: number) => company.sql('select * from tickets where connection_id = $1 order by id', [id])

const secretsOf = async (id: number) =>
  (await company.sql('select from connection_secrets where connection_id = $1', [id])).length

const historyOf = async (id: number): Promise<string[]> =>
  (await company.sql('select kind from connection_events where connection_id = $1 order by id', [id])).map(
    ({ kind }) => kind,
  )

describe('a WhatsApp connection', () => {
  test('can be unlinked with the right to manage connections, and linked to another phone with a new code', async () => {
    const { id, phone } = await office.paired()

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
    const { id, phone } = await office.paired()
    await phone.linkedDevice.unlink()
    await eventually(async () => expect(await statusOf(id)).toBe('DISCONNECTED'))
    await eventually(async () => expect(await secretsOf(id)).toBe(0))
    expect(await historyOf(id)).toEqual(['opening', 'qrcode', 'pairing', 'connected', 'ended'])

    const next = newPhone()
    await admin.post(`/whatsappsession/${id}`)
    await scan(id, next)
  })

  test('reconnects without a new code when all connections of the company are restarted', async () => {
    const { id, phone } = await office.paired()

    expect((await admin.post('/whatsapp-restart/')).status).toBe(200)
    await eventually(async () => expect((await historyOf(id)).filter((kind) => kind === 'connected')).toHaveLength(2))
    expect(await statusOf(id)).toBe('CONNECTED')
    expect(phone.linkedDevices).toHaveLength(1)
  })

  test('is unlinked from its phone when it is deleted', async () => {
    const { id, phone } = await office.paired()
    await admin.delete(`/whatsapp/${id}`)
    await eventually(() => expect(phone.linkedDevices).toEqual([]))
    await eventually(async () => expect(await secretsOf(id)).toBe(0))
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
    const { id, phone } = await office.paired({ greetingMessage: 'Olá! Já respondemos.', queueIds: [queue.id] })
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
    const { id, phone } = await office.paired()
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
    const { id, phone } = await office.paired()
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
    const { id, phone } = await office.paired()
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

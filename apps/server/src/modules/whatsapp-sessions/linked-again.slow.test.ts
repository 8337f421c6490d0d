import { beforeAll, describe, expect, test } from 'vitest'
import type { Contact, Phone, WaServer } from '@guiche/wa-testserver'
import { samples } from '#test/files'
import { type Company, type Person, eventually } from '#test/world'
import { whatsAppOfFile } from '#test/whatsapp'

let whatsApp: WaServer
let company: Company
let admin: Person
let queue: Awaited<ReturnType<Company['queue']>>
let numbers = 0
const office = whatsAppOfFile()
beforeAll(async () => {
  ;({ server: whatsApp, company, admin } = office)
  await company.setting('sendGreetingMessageOneQueues', 'enabled')
  queue = await company.queue()
})

const nextNumber = () => `5511930${String(++numbers).padStart(6, '0')}`
const newPhone = () => whatsApp.phone(nextNumber(), 'Loja Central', { businessName: 'Loja Central' })
const newCustomer = (name: string) => whatsApp.contact(nextNumber(), name)
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

/** WhatsApp has timestamps in whole seconds. */
const second = (nth: number) => ({ sentAt: new Date(Date.now() + nth * 1000) })

const shown = async (id: number) => (await admin.get(`/whatsapp/${id}`)).body

async function paired(phone: Phone): Promise<number> {
  const data = { name: `Loja ${phone.number}`, greetingMessage: 'Olá!', queueIds: [queue.id] }
  const { id } = (await admin.post('/whatsapp', data)).body
  await scan(id, phone)
  return id
}

async function scan(id: number, phone: Phone): Promise<void> {
  await eventually(async () => expect((await shown(id)).qrcode).not.toBe(''))
  await phone.scan((await shown(id)).qrcode)
  await eventually(async () => expect((await shown(id)).status).toBe('CONNECTED'))
}

/** The phone unlinks the session; then the admin asks for a new code. */
async function unlinked(id: number, phone: Phone): Promise<void> {
  await phone.linkedDevice.unlink()
  await eventually(async () => expect((await shown(id)).status).toBe('DISCONNECTED'))
}

/** Waits for a marker message: everything that came before it is processed. */
async function untilAllIsIn(id: number, phone: Phone): Promise<void> {
  const last = newCustomer('Quem vem por último')
  await last.chat(phone).text(marker)
  await eventually(async () =>
    expect(await company.sql('select from messages where connection_id = $1 and body = $2', [id, marker])).toHaveLength(
      1,
    ),
  )
  await eventually(async () =>
    expect(await company.sql('select from history_chunks where connection_id = $1', [id])).toEqual([]),
  )
  await eventually(async () =>
    expect(await company.sql('select from inbox where connection_id = $1', [id])).toEqual([]),
  )
}

const marker = 'Por último'
const saidOn = (id: number) =>
  company.sql(
    "select * from messages where connection_id = $1 and origin <> 'bot' and body <> $2 order by sent_at, id",
    [id, marker],
  )
const ticketsOf = (id: number) => company.sql('select * from tickets where connection_id = $1 order by id', [id])
const bodiesTo = ({ inbox }: Contact) => inbox.map(({ text }) => text)

describe('history from while a phone was unlinked', () => {
  test('is imported after linking again, in order and with the original times, without greetings', async () => {
    const phone = newPhone()
    const [rita, paulo] = [newCustomer('Rita Moura'), newCustomer('Paulo Reis')]
    phone.remember({ with: rita, text: 'Antes de tudo', at: hoursAgo(50) })
    const id = await paired(phone)
    await rita.chat(phone).text('Vocês abrem no sábado?')
    await eventually(() => expect(bodiesTo(rita)).toEqual([expect.stringContaining('Olá!')]))

    await unlinked(id, phone)
    for (const [nth, text] of ['um', 'dois', 'três'].entries()) await rita.chat(phone).text(text, second(nth))
    await rita.chat(phone).image(await samples.png(), { caption: 'A foto', mimetype: 'image/png', ...second(3) })
    await paulo.chat(phone).text('Alguém aí?', second(4))
    await phone.chat(paulo).text('Sim, pelo celular', second(5))
    const asked = await admin.post(`/whatsappsession/${id}`)
    expect(asked.status).toBe(200)
    await scan(id, phone)

    await eventually(async () =>
      expect((await saidOn(id)).map(({ body }) => body)).toEqual([
        'Vocês abrem no sábado?',
        'um',
        'dois',
        'três',
        'A foto',
        'Alguém aí?',
        'Sim, pelo celular',
      ]),
    )
    await untilAllIsIn(id, phone)
    expect(await saidOn(id)).toHaveLength(7)
    const [ofRita, ofPaulo] = await ticketsOf(id)
    expect(ofRita).toMatchObject({ status: 'pending', unread_count: 5, last_message: 'A foto' })
    expect(ofPaulo).toMatchObject({ last_message: 'Sim, pelo celular', last_from_me: true, waiting_since: null })
    expect(bodiesTo(rita)).toHaveLength(1)
    expect(bodiesTo(paulo)).toEqual(['Sim, pelo celular'])
    const [ended] = await company.sql(
      "select created_at from connection_events where connection_id = $1 and kind = 'ended'",
      [id],
    )
    const { body: log } = await admin.get(`/tickets-log/${ofRita.id}`)
    const { recovered } = log.find(({ type }: { type: string }) => type === 'recovered')
    expect(recovered).toMatchObject({ count: 4 })
    expect(new Date(recovered.until).getTime()).toBeGreaterThan(ended.created_at.getTime())
    const { body: history } = await admin.get(`/whatsapp/${id}/events`)
    expect(history.events.filter(({ kind }: { kind: string }) => kind === 'recovered')).toMatchObject([{ count: 6 }])
    await eventually(async () =>
      expect((await admin.get(`/messages/${ofRita.id}`)).body.messages.at(-1)).toMatchObject({ mediaState: 'ready' }),
    )
  })

  test('includes edits, deletions and reactions, of old and new messages', async () => {
    const phone = newPhone()
    const rita = newCustomer('Rita Moura')
    const id = await paired(phone)
    const chat = rita.chat(phone)
    const wrong = await chat.text('São duas camisas', second(0))
    const gone = await chat.text('Ignore esta', second(1))
    await eventually(async () => expect(await saidOn(id)).toHaveLength(2))
    const own = await phone.chat(rita).text('Está bem', second(2))
    await eventually(async () => expect(await saidOn(id)).toHaveLength(3))

    await unlinked(id, phone)
    await chat.edit(wrong.id, 'São três camisas')
    await chat.delete(gone.id)
    await chat.react({ id: own.id, fromOther: true }, '👍')
    const meanwhile = await chat.text('E um bonné', second(3))
    await chat.edit(meanwhile.id, 'E um boné')
    await admin.post(`/whatsappsession/${id}`)
    await scan(id, phone)
    await untilAllIsIn(id, phone)

    const [ticket] = await ticketsOf(id)
    const messagesOf = async (): Promise<{ origin: string }[]> =>
      (await admin.get(`/messages/${ticket.id}`)).body.messages.filter(
        ({ origin }: { origin: string }) => origin !== 'bot',
      )
    const asTheyAre = [
      { body: 'São três camisas', isEdited: true, isDeleted: false },
      { wid: gone.id, isDeleted: true },
      { body: 'Está bem', reactions: [{ emoji: '👍', fromMe: false }] },
      { body: 'E um boné', isEdited: true },
    ]
    await eventually(async () => expect(await messagesOf()).toMatchObject(asTheyAre))
    expect(ticket).toMatchObject({ last_message: 'E um boné' })

    const heard = await admin.listen({ tickets: [ticket.id] })
    await unlinked(id, phone)
    await admin.post(`/whatsappsession/${id}`)
    await scan(id, phone)
    await untilAllIsIn(id, phone)
    expect(await messagesOf()).toMatchObject(asTheyAre)
    // The greeting of an earlier message may still arrive.
    expect(heard.of('message').filter(({ payload }) => payload.message.origin !== 'bot')).toEqual([])
    expect(
      await company.sql(
        'select from message_revisions r join messages m on m.id = r.message_id where m.connection_id = $1',
        [id],
      ),
    ).toHaveLength(2)
  })

  test('is imported after a user unlinked the phone, and after a new code was requested', async () => {
    const phone = newPhone()
    const rita = newCustomer('Rita Moura')
    const id = await paired(phone)
    await admin.delete(`/whatsappsession/${id}`)
    await eventually(() => expect(phone.linkedDevices).toEqual([]))
    await rita.chat(phone).text('um')
    await admin.put(`/whatsappsession/${id}`)
    await scan(id, phone)
    await eventually(async () => expect(await saidOn(id)).toMatchObject([{ body: 'um' }]))

    await admin.put(`/whatsappsession/${id}`)
    await eventually(() => expect(phone.linkedDevices).toEqual([]))
    await rita.chat(phone).text('dois')
    await scan(id, phone)
    await eventually(async () => expect(await saidOn(id)).toMatchObject([{ body: 'um' }, { body: 'dois' }]))
    expect(await ticketsOf(id)).toMatchObject([{ unread_count: 2 }])
  })

  test('is imported if the keys were lost', async () => {
    const phone = newPhone()
    const rita = newCustomer('Rita Moura')
    const id = await paired(phone)
    await unlinked(id, phone)
    await company.sql('delete from connection_secrets where connection_id = $1', [id])
    await company.sql('delete from connection_leases where connection_id = $1', [id])
    await rita.chat(phone).text('Ainda sou cliente')
    await admin.post(`/whatsappsession/${id}`)
    await scan(id, phone)
    await eventually(async () => expect(await saidOn(id)).toMatchObject([{ body: 'Ainda sou cliente' }]))
  })

  test('is imported once, also for long conversations and during an import of older messages', async () => {
    const phone = newPhone()
    const rita = newCustomer('Rita Moura')
    const texts = Array.from({ length: 25 }, (_, nth) => `${nth}`)
    phone.remember({ with: rita, text: 'Antiga', at: hoursAgo(50) })
    const id = await paired(phone)
    await unlinked(id, phone)
    for (const [nth, text] of texts.entries()) await rita.chat(phone).text(text, second(nth))
    const dates = { importOldMessages: hoursAgo(100).toISOString() }
    await admin.put(`/whatsapp/${id}`, dates)
    await scan(id, phone)

    await eventually(async () => expect((await saidOn(id)).map(({ body }) => body)).toEqual(texts))
    await eventually(async () =>
      expect(await company.sql('select is_told from connection_imports where connection_id = $1', [id])).toEqual([
        { is_told: true },
      ]),
    )
    await untilAllIsIn(id, phone)
    await company.sql(
      `update connection_imports set heard_at = heard_at - interval '36 seconds' where connection_id = $1`,
      [id],
    )
    await eventually(async () => expect((await shown(id)).importOldMessages).toBeNull())
    expect((await saidOn(id)).map(({ body }) => body)).toEqual(['Antiga', ...texts])
  })
})

describe('history is not recovered', () => {
  test('when a phone is linked for the first time', async () => {
    const phone = newPhone()
    phone.remember({ with: newCustomer('Rita'), text: 'De ontem', at: hoursAgo(20) })
    phone.remember({ with: newCustomer('Bia'), text: 'De agora', at: hoursAgo(0) })
    const id = await paired(phone)
    await untilAllIsIn(id, phone)
    expect((await saidOn(id)).map(({ body }) => body)).toEqual([])
    expect(await ticketsOf(id)).toHaveLength(1)
  })

  test('from another phone than before', async () => {
    const [phone, other] = [newPhone(), newPhone()]
    const id = await paired(phone)
    await unlinked(id, phone)
    await newCustomer('Rita').chat(other).text('Para o outro número')
    await admin.post(`/whatsappsession/${id}`)
    await scan(id, other)
    await untilAllIsIn(id, other)
    expect((await saidOn(id)).map(({ body }) => body)).toEqual([])
  })

  test('from before the connection was created, or of blocked contacts', async () => {
    const phone = newPhone()
    const [rita, bia] = [newCustomer('Rita'), newCustomer('Bia')]
    phone.remember({ with: newCustomer('Antigo'), text: 'Antes de tudo', at: hoursAgo(1) })
    const id = await paired(phone)
    await rita.chat(phone).text('Oi')
    await eventually(async () => expect(await ticketsOf(id)).toHaveLength(1))
    const [{ contact_id: contactId }] = await ticketsOf(id)
    await unlinked(id, phone)
    await company.sql('update contacts set is_active = false where id = $1', [contactId])
    await rita.chat(phone).text('De quem foi bloqueada')
    await bia.chat(phone).text('De outra pessoa', second(3))
    await admin.post(`/whatsappsession/${id}`)
    await scan(id, phone)
    await eventually(async () => expect((await saidOn(id)).map(({ body }) => body)).toContain('De outra pessoa'))
    await untilAllIsIn(id, phone)
    expect((await saidOn(id)).map(({ body }) => body)).toEqual(['Oi', 'De outra pessoa'])
  })
})

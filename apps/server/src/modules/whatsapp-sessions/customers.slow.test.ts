import { beforeAll, describe, expect, test } from 'vitest'
import type { WaServer } from '@guiche/wa-testserver'
import { samples } from '#test/files'
import { type Company, type Person, type World, eventually } from '#test/world'
import { whatsAppOfFile } from '#test/whatsapp'
import { sweepSecrets } from './sweep-secrets.ts'

let whatsApp: WaServer
let world: World
let company: Company
let admin: Person
const office = whatsAppOfFile()
beforeAll(() => {
  ;({ server: whatsApp, world, company, admin } = office)
})

const ticketsOf = (id: number) => company.sql('select * from tickets where connection_id = $1 order by id', [id])

const lastOf = async (ticketId: number) => (await admin.get(`/messages/${ticketId}`)).body.messages.at(-1)

const secretsOf = async (id: number) =>
  (await company.sql('select from connection_secrets where connection_id = $1', [id])).length

const historyOf = async (id: number): Promise<string[]> =>
  (await company.sql('select kind from connection_events where connection_id = $1 order by id', [id])).map(
    ({ kind }) => kind,
  )

describe('a customer on WhatsApp', () => {
  test('sends files, which are fetched and stored, and receives files, quotes and reactions', async () => {
    const queue = await company.queue()
    const { id, phone } = await office.paired({ queueIds: [queue.id] })
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

  test('can be answered on the phone itself, which the ticket shows, and then no longer counts as waiting', async () => {
    const { id, phone } = await office.paired({ greetingMessage: 'Olá! Já respondemos.' })
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
    const { id, phone } = await office.paired({ queueIds: [queue.id] })
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
    const { id, phone } = await office.paired()
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

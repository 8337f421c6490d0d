import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { phone, said, someNumber } from '#test/inbound'
import { type Company, type Person, type World, createWorld } from '#test/world'
import { type Language, texts } from './index.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

async function companyIn(language: string): Promise<{ company: Company; admin: Person }> {
  const company = await world.company()
  const admin = await company.admin()
  const answer = await admin.put(`/companies/${company.id}/region`, { language })
  if (answer.status !== 200) throw new Error(`the language was not set: ${JSON.stringify(answer.body)}`)
  return { company, admin }
}

describe.each<[string, Language]>([
  ['pt-BR', 'pt'],
  ['en', 'en'],
  ['es', 'es'],
  ['tr', 'tr'],
])('a company whose language is %s', (stored, language) => {
  const own = texts[language]

  test('tells a customer in that language about transfers, and greets in it', async () => {
    const { company, admin } = await companyIn(stored)
    await company.setting('sendMsgTransfTicket', 'enabled')
    const [sales, care] = [await company.queue('Balcão'), await company.queue('Oficina')]
    const camila = await company.attendant({ queues: [sales, care], name: 'Camila' })
    const connection = await company.connection({ queues: [sales] })
    await connection.receive(said(someNumber(), 'Oi'))
    const [{ id }] = (await admin.get('/tickets?status=pending&showAll=true')).body.tickets
    await admin.put(`/tickets/${id}`, { status: 'open', userId: admin.id })

    await admin.post(`/messages/${id}`, { body: '{{ms}}|{{data_hora}}' })
    await admin.put(`/tickets/${id}`, { status: 'pending', userId: null, queueId: care.id })
    await admin.put(`/tickets/${id}`, { status: 'open', userId: camila.id })

    const { messages } = (await admin.get(`/messages/${id}`)).body
    const bodies: string[] = messages.map(({ body }: { body: string }) => body.replace(/^\u200e/, ''))
    const [greeting = '', moment = ''] = bodies[1]?.split('|') ?? []
    expect(Object.values(own.timesOfDay)).toContain(greeting)
    const [date = '', hour = ''] = moment.match(/\d\d-\d\d-\d{4}|\d{1,2}:\d\d:\d\d/g) ?? []
    expect(moment).toBe(own.dateAndHour(date, hour))
    expect(bodies.slice(2)).toEqual([own.transferred.toQueue('Oficina'), own.transferred.toAttendant('Camila')])
  })

  test('uses that language for calls and for contacts without a name', async () => {
    const { company, admin } = await companyIn(stored)
    await admin.put(`/companies/${company.id}/region`, { timezone: 'America/Sao_Paulo' })
    const connection = await company.connection()
    const [caller, externalId] = [someNumber(), randomUUID()]
    const ringing = { mediaType: 'call_log', call: { isVideo: true }, sentAt: '2026-11-21T17:05:00.000Z', externalId }
    await connection.receive(said(caller, '', ringing))
    const told = async () => (await admin.get('/tickets?status=pending&showAll=true')).body.tickets[0]

    expect((await told()).lastMessage).toBe(own.calls.video.ringing('14:05'))
    await connection.receive({ kind: 'call', externalId, outcome: 'missed', from: phone(caller) })
    expect((await told()).lastMessage).toBe(own.calls.video.missed('14:05'))

    await connection.receive(said({ kind: 'lid', value: `${someNumber()}@lid` }, 'Oi', { name: '' }))
    const names = (await admin.get('/contacts')).body.contacts.map(({ name }: { name: string }) => name)
    expect(names).toContain(own.unnamed.person)
  })
})

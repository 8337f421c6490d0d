import { describe, expect, test } from 'vitest'
import { whatsAppOfFile } from '#test/whatsapp'
import { eventually } from '#test/world'

const whatsApp = whatsAppOfFile()

describe('simultaneous first messages', () => {
  test('of a hundred customers with number and LID create a hundred contacts and tickets, in order (R3)', async () => {
    const connection = await whatsApp.paired()
    const customers = Array.from({ length: 100 }, () => whatsApp.customer())
    const texts = ['primeira', 'segunda', 'terceira', 'quarta']

    await Promise.all(
      customers.map(async (customer) => {
        for (const [nth, text] of texts.entries()) {
          customer.addressing = nth % 2 === 0 ? 'lid' : 'pn'
          await customer.chat(connection.phone).text(text)
        }
      }),
    )

    const rows = () =>
      whatsApp.company.sql(
        `select t.contact_id, array_agg(m.body order by m.sent_at, m.id) as said from tickets t
         join messages m on m.company_id = t.company_id and m.ticket_id = t.id
         where t.connection_id = $1 group by t.id, t.contact_id`,
        [connection.id],
      )
    await eventually(async () => expect((await rows()).flatMap(({ said }) => said)).toHaveLength(400))
    const tickets = await rows()
    expect(tickets).toHaveLength(100)
    expect(new Set(tickets.map(({ contact_id }) => contact_id)).size).toBe(100)
    for (const { said } of tickets) expect(said).toEqual(texts)
    const names = await whatsApp.company.sql(
      `select i.contact_id, array_agg(i.kind order by i.kind) as kinds from contact_identities i
       where i.contact_id = any ($1) group by i.contact_id`,
      [tickets.map(({ contact_id }) => contact_id)],
    )
    for (const { kinds } of names) expect(kinds).toEqual(['lid', 'phone'])
  })
})

describe('a customer without a known number', () => {
  test('gets forwarded messages on a connection where they have never written', async () => {
    const queue = await whatsApp.company.queue()
    const connection = await whatsApp.paired({ queueIds: [queue.id] })
    const [rita, hidden] = [whatsApp.customer(), whatsApp.customer('Sem número')]
    const [{ id }] = await whatsApp.company.sql(
      "insert into contacts (company_id, name) values ($1, 'Sem número') returning id::int",
      [whatsApp.company.id],
    )
    await whatsApp.company.sql(
      "insert into contact_identities (company_id, contact_id, kind, value) values ($1, $2, 'lid', $3)",
      [whatsApp.company.id, id, hidden.lid],
    )
    await rita.chat(connection.phone).text('Fica na Sé')
    const { id: ticketId } = await whatsApp.ticketOf(connection)
    const { messages } = (await whatsApp.admin.get(`/messages/${ticketId}`)).body

    const answer = await whatsApp.admin.post('/message/forward', { messageId: messages[0].id, contactId: id })

    expect(answer).toMatchObject({ status: 200 })
    await hidden.waitForMessage(({ text, isForwarded }) => text === 'Fica na Sé' && isForwarded)
  })
})

describe('a message that we sent', () => {
  test('is not duplicated by its echo, even if that comes before the acknowledgement', async () => {
    const queue = await whatsApp.company.queue()
    const connection = await whatsApp.paired({ queueIds: [queue.id] })
    const rita = whatsApp.customer()
    await rita.chat(connection.phone).text('Oi')
    const { id: ticketId } = await whatsApp.ticketOf(connection)
    const said = () =>
      whatsApp.company.sql('select external_id, body, origin, ack from messages where ticket_id = $1 order by id', [
        ticketId,
      ])
    await whatsApp.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: whatsApp.admin.id })

    // WhatsApp gets the message, but its acknowledgements are dropped until `goOn`.
    const goOn = whatsApp.server.faults.dropAcknowledgements()
    await whatsApp.admin.post(`/messages/${ticketId}`, { body: 'Bom dia' })
    const { id } = await rita.waitForMessage(({ text }) => text === 'Bom dia')
    await connection.phone.chat(rita).text('Bom dia', { id })
    await connection.phone.chat(rita).text('E este é do celular')

    await eventually(async () => expect((await said()).at(-1)).toMatchObject({ origin: 'phone' }))
    expect(await said()).toMatchObject([
      { body: 'Oi', origin: 'channel' },
      { body: 'Bom dia', origin: 'user', external_id: id },
      { body: 'E este é do celular', origin: 'phone' },
    ])
    goOn()
  })
})

import { randomBytes } from 'node:crypto'
import { samples } from '../files.ts'
import { said, someNumber } from '../inbound.ts'
import type { Company, TestConnection, Listener, Person } from '#test/world'

/** A conversation whose first ticket was in queue A and is closed, and whose second ticket is open in queue B. */
export interface HiddenConversation {
  connection: TestConnection
  /** The customer's number. */
  customer: string
  contactId: number
  /** Serves queue A. */
  ana: Person
  /** Serves queue B only, and has the open ticket. */
  bia: Person
  queueOfBia: { id: number }
  hidden: { ticketId: number; uuid: string; messageIds: number[]; noteId: number; wids: string[]; fileKeys: string[] }
  open: { ticketId: number; uuid: string }
  /** Part of every text and file name of the first ticket. */
  mark: string
  /** What somebody who sees only the second ticket must never get: the mark, a number, names of stored files. */
  secrets: string[]
  /** The events that Bia's browser got since before the first message. */
  heard: Listener
}

export async function hiddenConversation(company: Company): Promise<HiddenConversation> {
  const mark = `sigilo${randomBytes(6).toString('hex')}`
  const number = someNumber()
  const customer = someNumber()
  const [queueA, queueOfBia] = [await company.queue(), await company.queue()]
  const ana = await company.attendant({ queues: [queueA], name: 'Ana' })
  const bia = await company.attendant({ queues: [queueOfBia], name: 'Bia' })
  const heard = await bia.listen({ lists: ['open', 'pending', 'closed', 'search', 'group'], notification: true })
  const connection = await company.connection({ queues: [queueA] })

  const card = `BEGIN:VCARD\nFN:${mark}\nTEL;waid=${number}:+${number}\nEND:VCARD`
  await connection.receive(
    said(customer, `Segredo ${mark}`),
    said(customer, card, { mediaType: 'contactMessage' }),
    said(customer, `veja https://exemplo.test/${mark}`),
  )
  const ticket = await ticketOf(company, connection)
  await ana.put(`/tickets/${ticket.id}`, { status: 'open', userId: ana.id })
  await ana.post(`/messages/${ticket.id}`, { body: `Resposta ${mark}` })
  await ana.post(`/messages/${ticket.id}`, { body: `Só entre nós ${mark}`, isPrivate: true })
  await attach(ana, ticket.id, { name: `${mark}.png`, type: 'image/png', data: await samples.png() }, `Foto ${mark}`)
  await attach(ana, ticket.id, { name: `${mark}.pdf`, type: 'application/pdf', data: samples.pdf }, '')
  const note = await ana.post('/ticket-notes', { note: `Nota ${mark}`, ticketId: ticket.id })
  await ana.put(`/tickets/${ticket.id}`, { status: 'closed', sendFarewellMessage: false })

  const again = await bia.post('/tickets', {
    contactId: ticket.contactId,
    whatsappId: connection.id,
    queueId: queueOfBia.id,
    status: 'open',
  })
  if (again.status !== 200) throw new Error(`no second ticket: ${JSON.stringify(again.body)}`)
  const messages = await company.sql(
    `select m.id::int, m.external_id as wid, f.storage_key as key, f.thumbnail_key as thumbnail
     from messages m left join files f on f.company_id = m.company_id and f.id = m.file_id where m.ticket_id = $1 order by m.id`,
    [ticket.id],
  )
  const fileKeys: string[] = messages.flatMap(({ key, thumbnail }) => [key, thumbnail]).filter(Boolean)
  return {
    connection,
    customer,
    contactId: ticket.contactId,
    ana,
    bia,
    queueOfBia,
    hidden: {
      ticketId: ticket.id,
      uuid: ticket.uuid,
      messageIds: messages.map(({ id }) => id),
      noteId: note.body.id,
      wids: messages.map(({ wid }) => wid),
      fileKeys,
    },
    open: { ticketId: again.body.id, uuid: again.body.uuid },
    mark,
    secrets: [mark, number, ...fileKeys],
    heard,
  }
}

async function ticketOf(
  company: Company,
  connection: TestConnection,
): Promise<{ id: number; uuid: string; contactId: number }> {
  const [row] = await company.sql('select id::int, uuid, contact_id::int from tickets where connection_id = $1', [
    connection.id,
  ])
  return { id: row.id, uuid: row.uuid, contactId: row.contact_id }
}

async function attach(
  person: Person,
  ticketId: number,
  file: { name: string; type: string; data: Buffer },
  body: string,
): Promise<void> {
  const { status } = await person.upload(`/messages/${ticketId}`, { body }, [{ field: 'medias', ...file }])
  if (status !== 200) throw new Error(`${file.name} was not taken: ${status}`)
}

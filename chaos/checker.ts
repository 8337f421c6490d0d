import type { InboxMessage } from '@guiche/wa-testserver'
import { leftToDo } from '../apps/server/test/attacks/faults-checker.ts'
import type { Attendant } from './attendants.ts'
import type { Customer } from './customers.ts'
import { differences } from './differences.ts'
import type { Seen } from './live-view.ts'
import { customerOfPage } from './page.ts'
import { nameOf } from './stage.ts'
import { type MessageRow, type TicketRow, readContacts, readMessages, readReactions, readTickets } from './stored.ts'
import type { Talk } from './talk.ts'

/** Work that is still to be done; empty when all has come to rest (I8). */
export async function unfinished({ stage: { postgres, office }, customers }: Talk): Promise<string[]> {
  const waiting = office.phone.linkedDevices.flatMap(({ pending }) => pending.map(({ attrs }) => `${attrs['id']}`))
  const rows = await readMessages(office)
  const stored = new Map(rows.map((row) => [row.external_id, row]))
  return [
    ...(await leftToDo(postgres.adminUrl)),
    ...waiting.map((id) => `stanza ${id} waits for the client`),
    ...customers.flatMap(({ name, said }) =>
      said
        .filter(({ id, body }) => stored.get(id)?.body !== body)
        .map(({ body }) => `I1: "${body}" of ${name} is not stored so`),
    ),
    ...rows.flatMap((row) => unsent(row, customers)),
  ]
}

/** I3, I4: what we said is on the customer's phone, and we have heard that it is. */
function unsent(row: MessageRow, customers: Customer[]): string[] {
  if (!row.from_me) return row.media_state === 'waiting' ? [`the picture "${row.body}" has not come`] : []
  const there = inboxOf(row, customers)
  if (there.length === 0)
    return [`I3: "${row.body}" is not on the phone of ${row.customer}, ack ${row.ack}, ${row.failure}`]
  return row.ack >= 2 && row.failure === null ? [] : [`I4: "${row.body}" stands at ack ${row.ack}, ${row.failure}`]
}

const inboxOf = (row: MessageRow, customers: Customer[]): InboxMessage[] =>
  customers.find(({ name }) => name === row.customer)?.contact.inbox.filter(({ id }) => id === row.external_id) ?? []

/** The invariants I1 to I6: what does not hold, in sentences. */
export async function violations(talk: Talk): Promise<string[]> {
  const { stage, customers, attendants, page } = talk
  const [rows, tickets, contacts, reactions] = await Promise.all([
    readMessages(stage.office),
    readTickets(stage.office),
    readContacts(stage.office),
    readReactions(stage.office),
  ])
  return [
    ...customers.flatMap((customer) => saidOnceAndInOrder(customer, rows)),
    ...customers.flatMap((customer) => heardOnceAndInOrder(customer, rows, stage.askedAgain)),
    ...attendants.flatMap((attendant) => answeredOnceAndInOrder(attendant, rows)),
    ...customers.flatMap((customer) => oneOfEach(customer, contacts, tickets)),
    ...customers.flatMap(({ contact, reactions: own }) =>
      [...own].flatMap(([id, emoji]) =>
        reactions.get(id) === emoji ? [] : [`the reaction of ${contact.name} to ${id} is lost`],
      ),
    ),
    ...attendants.flatMap((attendant) => reactedTo(attendant, customers)),
    // The page has its ticket open: what comes is read.
    ...tickets.filter(({ customer }) => !page || customer !== nameOf(customerOfPage)).flatMap(countersAreTrue),
    ...attendants.flatMap(({ view }) => view.wrongAcks.map((wrong) => `I4: ${wrong}`)),
    ...(await Promise.all(attendants.map(screenIsTrue))).flat(),
    ...((await page?.violations()) ?? []),
  ]
}

/** I1, I2 */
function saidOnceAndInOrder({ name, said }: Customer, rows: MessageRow[]): string[] {
  const stored = rows.filter((row) => row.customer === name && !row.from_me)
  return differences(
    `I1, I2: what ${name} said`,
    said.map(({ id }) => id),
    stored.map(({ external_id }) => external_id),
  )
}

/** I2, I3: the phone has what is stored and nothing else, each once, in this order, and in these words. */
function heardOnceAndInOrder(
  { name, contact }: Customer,
  rows: MessageRow[],
  askedAgain: ReadonlySet<string>,
): string[] {
  const stored = rows.filter((row) => row.customer === name && row.from_me)
  const words = new Map(contact.inbox.map((message) => [message.id, message.text ?? '']))
  const expected = stored.map(({ external_id }) => external_id)
  const heard = contact.inbox.map(({ id }) => id)
  const atOnce = (id: string) => !askedAgain.has(id)
  return [
    ...differences(`I3: what ${name} heard`, expected.toSorted(), heard.toSorted()),
    ...differences(`I2: what ${name} heard at once`, expected.filter(atOnce), heard.filter(atOnce)),
    ...stored
      .filter(({ external_id, body }) => !(words.get(external_id) ?? '').includes(body))
      .map(({ external_id, body }) => `I3: ${name} reads "${words.get(external_id)}" where "${body}" is stored`),
  ]
}

/** I3: each clientId that was answered with yes is one row, in the order of the answers, and nothing else is. */
function answeredOnceAndInOrder({ name, sent }: Attendant, rows: MessageRow[]): string[] {
  return [...sent].flatMap(([ticketId, mine]) => {
    const stored = rows
      .filter((row) => row.ticket_id === ticketId && row.sender === name)
      .toSorted((a, b) => a.id - b.id)
    const bodies = new Map(stored.map((row) => [row.client_id, row.body]))
    return [
      ...differences(
        `I3: what ${name} answered in ticket ${ticketId}`,
        mine.map(({ clientId }) => clientId),
        stored.map(({ client_id }) => client_id ?? 'none'),
      ),
      ...mine
        .filter(({ clientId, body }) => bodies.get(clientId) !== body)
        .map(({ clientId, body }) => `I3: "${body}" of ${name} is stored as "${bodies.get(clientId)}"`),
    ]
  })
}

/** One contact and one ticket, under both addresses of a person. */
function oneOfEach({ name }: Customer, contacts: string[], tickets: TicketRow[]): string[] {
  const counts = {
    contacts: contacts.filter((one) => one === name).length,
    tickets: tickets.filter(({ customer }) => customer === name).length,
  }
  return counts.contacts === 1 && counts.tickets === 1
    ? []
    : [`R3: ${name} has ${counts.contacts} contacts and ${counts.tickets} tickets`]
}

function reactedTo({ name, reactions }: Attendant, customers: Customer[]): string[] {
  return [...reactions].flatMap(([wid, emoji]) => {
    const writer = customers.find(({ said }) => said.some(({ id }) => id === wid))
    const there = [...(writer?.contact.reactionsToOwn(wid).values() ?? [])]
    return there.length === 1 && there[0] === emoji
      ? []
      : [`the reaction of ${name} to ${wid} is ${there.join()} on the phone`]
  })
}

/** I5 */
function countersAreTrue({ id, unread_count, counted, last_message, newest }: TicketRow): string[] {
  return [
    ...(unread_count === counted ? [] : [`I5: ticket ${id} says ${unread_count} unread, counted are ${counted}`]),
    ...(newest.includes(last_message)
      ? []
      : [`I5: ticket ${id} shows "${last_message}", the last is ${newest.join(' or ')}`]),
  ]
}

/** I6: what the screen came to show by events is what a fresh page shows. */
async function screenIsTrue({ name, view, sent }: Attendant): Promise<string[]> {
  const found = await Promise.all(
    [...sent.keys()].map(async (ticketId) => {
      const fresh = await view.fetch(ticketId)
      const shown = new Map(view.messages(ticketId).map((message) => [message.id, inShort(message)]))
      return [
        ...fresh
          .filter((message) => shown.get(message.id) !== inShort(message))
          .map((message) => `I6: ${name} sees ${shown.get(message.id)} where ${inShort(message)} is`),
        ...(shown.size === fresh.length
          ? []
          : [`I6: ${name} sees ${shown.size} messages in ticket ${ticketId}, there are ${fresh.length}`]),
      ]
    }),
  )
  return found.flat()
}

/** Of what the customer said no ticks are shown. */
const inShort = ({ id, body, ack, fromMe, isDeleted }: Seen) =>
  `${id} "${body}"${fromMe ? ` at ${ack}` : ''}${isDeleted ? ', deleted' : ''}`

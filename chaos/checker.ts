import type { InboxMessage } from '@guiche/wa-testserver'
import { leftToDo } from '../apps/server/test/attacks/faults-checker.ts'
import type { Attendant } from './attendants.ts'
import type { Customer } from './customers.ts'
import { differences } from './differences.ts'
import { filesAreWhole } from './files.ts'
import type { Seen } from './live-view.ts'
import { customerOfPage } from './page.ts'
import { nameOf } from './casts.ts'
import type { Stage } from './stage.ts'
import { type MessageRow, type TicketRow, readContacts, readMessages, readReactions, readTickets } from './stored.ts'
import { type Talk, allAttendants, everybody } from './talk.ts'

/** Work that is still to be done anywhere; empty when all has come to rest (I8). */
export async function unfinished({ postgres }: Stage, talks: readonly Talk[]): Promise<string[]> {
  return [...(await leftToDo(postgres.adminUrl)), ...(await Promise.all(talks.map(onItsWay))).flat()]
}

async function onItsWay(talk: Talk): Promise<string[]> {
  const { house } = talk
  const customers = everybody(talk)
  const { phone } = house.company
  const waiting = phone.linkedDevices.flatMap(({ pending }) => pending.map(({ tag, attrs }) => `${tag} ${attrs['id']}`))
  const rows = await readMessages(house)
  const stored = new Map(rows.map((row) => [row.external_id, row]))
  return [
    ...waiting.map((stanza) => `${stanza} waits for the client of ${phone.name}`),
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
  customers
    .find(({ name }) => name === row.customer)
    ?.heard()
    .filter(({ id }) => id === row.external_id) ?? []

/** The invariants I1 to I7, once customers have opened everything: what does not hold, in sentences. */
export async function violations(talk: Talk): Promise<string[]> {
  const { house, page, visits } = talk
  const [customers, attendants] = [everybody(talk), allAttendants(talk)]
  const [rows, tickets, contacts, reactions] = await Promise.all([
    readMessages(house),
    readTickets(house),
    readContacts(house),
    readReactions(house),
  ])
  return [
    ...customers.flatMap((customer) => saidOnceAndInOrder(customer, rows)),
    ...customers.flatMap((customer) => heardOnceAndInOrder(customer, rows)),
    ...attendants.flatMap((attendant) => answeredOnceAndInOrder(attendant, rows)),
    ...customers.flatMap(({ name }) => oneContact(name, contacts)),
    ...talk.customers.flatMap(({ name }) => oneTicket(name, tickets)),
    ...(visits?.violations(tickets) ?? []),
    ...(await filesAreWhole({ customers, attendants }, rows)),
    ...customers.flatMap(({ contact, reactions: own }) =>
      [...own].flatMap(([id, emoji]) =>
        reactions.get(id) === emoji
          ? []
          : [`the reaction of ${contact.name} to ${id} is "${reactions.get(id)}" where they made it "${emoji}"`],
      ),
    ),
    ...attendants.flatMap((attendant) => reactedTo(attendant, customers)),
    // The page has its ticket open: what comes is read.
    ...tickets.filter(({ customer }) => !page || customer !== nameOf(customerOfPage)).flatMap(countersAreTrue),
    ...rows.flatMap((row) => readOnBothSides(row, customers)),
    ...attendants.flatMap(({ view }) => view.wrongAcks.map((wrong) => `I4: ${wrong}`)),
    ...attendants.flatMap(({ view }) => view.foreign.map((wrong) => `I7: ${wrong}`)),
    ...(await Promise.all(attendants.map(screenIsTrue))).flat(),
    ...(await Promise.all(attendants.map(({ view }) => view.lists.differences()))).flat(),
    ...((await page?.violations()) ?? []),
  ]
}

/** I1, I2: in the order in which they were said; within a second the network tells none. */
function saidOnceAndInOrder({ name, said }: Customer, rows: MessageRow[]): string[] {
  const places = new Map(said.map(({ id }, place) => [id, place]))
  const stored = rows
    .filter((row) => row.customer === name && !row.from_me)
    .toSorted(
      (one, other) =>
        one.sent_at.getTime() - other.sent_at.getTime() ||
        (places.get(one.external_id) ?? 0) - (places.get(other.external_id) ?? 0),
    )
  return differences(
    `I1, I2: what ${name} said`,
    said.map(({ id }) => id),
    stored.map(({ external_id }) => external_id),
  )
}

/** I2, I3: the phone has what is stored and nothing else, each once, in this order, and in these words. */
function heardOnceAndInOrder({ name, heard }: Customer, rows: MessageRow[]): string[] {
  const stored = rows.filter((row) => row.customer === name && row.from_me)
  const words = new Map(heard().map((message) => [message.id, message.text ?? '']))
  const expected = stored.map(({ external_id }) => external_id)
  const found = heard().map(({ id }) => id)
  return [
    ...differences(`I2, I3: what ${name} heard`, expected, found),
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

/** R3: one contact, under both addresses of a person. */
function oneContact(name: string, contacts: string[]): string[] {
  const count = contacts.filter((one) => one === name).length
  return count === 1 ? [] : [`R3: ${name} has ${count} contacts`]
}

function oneTicket(name: string, tickets: TicketRow[]): string[] {
  const count = tickets.filter(({ customer }) => customer === name).length
  return count === 1 ? [] : [`R3: ${name} has ${count} tickets`]
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

/** I4: what a customer has opened we know to be read, and what we have seen they know to be. */
function readOnBothSides({ from_me, ack, body, customer, external_id }: MessageRow, customers: Customer[]): string[] {
  if (from_me) return ack >= 3 ? [] : [`I4: "${body}" was read by ${customer} and stands at ack ${ack}`]
  const progress = customers.find(({ name }) => name === customer)?.contact.sent.get(external_id)?.progress
  const known = ack >= 3 ? ['read', 'played'] : ['delivered', 'read', 'played']
  return known.includes(String(progress)) ? [] : [`I4: "${body}" stands at ack ${ack}, ${customer} sees it ${progress}`]
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
      // The history of a conversation goes through all of its tickets.
      const fresh = (await view.fetch(ticketId)).filter((message) => message.ticketId === ticketId)
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

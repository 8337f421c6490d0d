import type { InboxMessage } from '@guiche/wa-testserver'
import { leftToDo } from '../apps/server/test/attacks/faults-checker.ts'
import type { Attendant } from './attendants.ts'
import type { Customer } from './customers.ts'
import { differences } from './differences.ts'
import { filesAreWhole } from './files.ts'
import type { Seen } from './live-view.ts'
import { customerOfPage } from './page.ts'
import { nameOf } from './participants.ts'
import type { Testbed } from './testbed.ts'
import { type MessageRow, type TicketRow, readContacts, readMessages, readReactions, readTickets } from './stored.ts'
import { type Talk, allAttendants, allCustomers } from './talk.ts'

/** Work that is still in progress anywhere; empty when everything has settled (I8). */
export async function unfinished({ postgres }: Testbed, talks: readonly Talk[]): Promise<string[]> {
  return [...(await leftToDo(postgres.adminUrl)), ...(await Promise.all(talks.map(inFlight))).flat()]
}

async function inFlight(talk: Talk): Promise<string[]> {
  const { tenant } = talk
  const customers = allCustomers(talk)
  const { phone } = tenant.company
  const waiting = phone.linkedDevices.flatMap(({ pending }) => pending.map(({ tag, attrs }) => `${tag} ${attrs['id']}`))
  const rows = await readMessages(tenant)
  const stored = new Map(rows.map((row) => [row.external_id, row]))
  return [
    ...waiting.map((stanza) => `${stanza} waits for the client of ${phone.name}`),
    ...customers.flatMap(({ name, said }) =>
      said
        .filter(({ id, body }) => stored.get(id)?.body !== body)
        .map(({ body }) => `I1: "${body}" of ${name} is not stored with this text`),
    ),
    ...rows.flatMap((row) => unsent(row, customers)),
  ]
}

/** I3, I4: each outbound message is on the customer's phone, and its ack is at least "delivered". */
function unsent(row: MessageRow, customers: Customer[]): string[] {
  if (!row.from_me) return row.media_state === 'waiting' ? [`the picture "${row.body}" has not come`] : []
  const there = inboxOf(row, customers)
  if (there.length === 0)
    return [`I3: "${row.body}" is not on the phone of ${row.customer}, ack ${row.ack}, ${row.failure}`]
  return row.ack >= 2 && row.failure === null ? [] : [`I4: "${row.body}" has ack ${row.ack}, ${row.failure}`]
}

const inboxOf = (row: MessageRow, customers: Customer[]): InboxMessage[] =>
  customers
    .find(({ name }) => name === row.customer)
    ?.heard()
    .filter(({ id }) => id === row.external_id) ?? []

/**
 * Checks the invariants once customers have opened everything, and returns each violation as a sentence: I1 inbound
 * messages are stored, I2 in order, I3 outbound messages arrive once, I4 acks are right, I5 counters are right, I6
 * screens show what is stored, I7 companies see nothing of each other. `unfinished` checks I8: all work settles.
 */
export async function violations(talk: Talk): Promise<string[]> {
  const { tenant, page, visits } = talk
  const [customers, attendants] = [allCustomers(talk), allAttendants(talk)]
  const [rows, tickets, contacts, reactions] = await Promise.all([
    readMessages(tenant),
    readTickets(tenant),
    readContacts(tenant),
    readReactions(tenant),
  ])
  return [
    ...customers.flatMap((customer) => saidOnceAndInOrder(customer, rows)),
    ...customers.flatMap((customer) => inOrderWithinSecond(customer, rows, tenant.lateWithinSecond)),
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
    // The page has this customer's ticket open, so their messages are read and not counted as unread.
    ...tickets.filter(({ customer }) => !page || customer !== nameOf(customerOfPage)).flatMap(countersAreTrue),
    ...rows.flatMap((row) => readOnBothSides(row, customers)),
    ...attendants.flatMap(({ view }) => view.wrongAcks.map((wrong) => `I4: ${wrong}`)),
    ...attendants.flatMap(({ view }) => view.foreign.map((wrong) => `I7: ${wrong}`)),
    ...(await Promise.all(attendants.map(screenIsTrue))).flat(),
    ...(await Promise.all(attendants.map(({ view }) => view.lists.differences()))).flat(),
    ...((await page?.violations()) ?? []),
  ]
}

/** I1, I2: inbound messages are stored once and in order. `inOrderWithinSecond` checks messages of the same second. */
export function saidOnceAndInOrder(
  { name, said }: Pick<Customer, 'name'> & { said: { id: string }[] },
  rows: MessageRow[],
): string[] {
  const positions = new Map(said.map(({ id }, position) => [id, position]))
  const stored = rows
    .filter((row) => row.customer === name && !row.from_me)
    .toSorted(
      (one, other) =>
        one.sent_at.getTime() - other.sent_at.getTime() ||
        (positions.get(one.external_id) ?? 0) - (positions.get(other.external_id) ?? 0),
    )
  return differences(
    `I1, I2: what ${name} said`,
    said.map(({ id }) => id),
    stored.map(({ external_id }) => external_id),
  )
}

/** I2: two messages within a second keep their order, unless the network itself delivered one of them late. */
function inOrderWithinSecond({ name, said }: Customer, rows: MessageRow[], late: ReadonlySet<string>): string[] {
  const stored = rows.filter((row) => row.customer === name && !row.from_me)
  const places = new Map(stored.map(({ external_id: id, sent_at: at }, place) => [id, { place, second: at.getTime() }]))
  return said.flatMap(({ id, body }, nth) => {
    const previous = said[nth - 1]
    const [before, own] = [previous && places.get(previous.id), places.get(id)]
    if (!previous || !before || !own || before.second !== own.second) return []
    if (late.has(previous.id) || late.has(id) || before.place < own.place) return []
    return [`I2: "${body}" of ${name} stands before "${previous.body}", which was said earlier in the same second`]
  })
}

/** I2, I3: the phone has exactly the stored outbound messages, once each, in their order and with their text. */
function heardOnceAndInOrder({ name, heard }: Customer, rows: MessageRow[]): string[] {
  const stored = rows.filter((row) => row.customer === name && row.from_me)
  const texts = new Map(heard().map((message) => [message.id, message.text ?? '']))
  const expected = stored.map(({ external_id }) => external_id)
  const found = heard().map(({ id }) => id)
  return [
    ...differences(`I2, I3: what ${name} heard`, expected, found),
    ...stored
      .filter(({ external_id, body }) => !(texts.get(external_id) ?? '').includes(body))
      .map(({ external_id, body }) => `I3: ${name} reads "${texts.get(external_id)}" where "${body}" is stored`),
  ]
}

/** I3: each confirmed clientId is one row, in the order of the confirmations, and there are no other rows. */
export function answeredOnceAndInOrder({ name, sent }: Attendant, rows: MessageRow[]): string[] {
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

/** R3: a person who writes under a phone number and a LID is one contact. */
export function oneContact(name: string, contacts: string[]): string[] {
  const count = contacts.filter((one) => one === name).length
  return count === 1 ? [] : [`R3: ${name} has ${count} contacts`]
}

export function oneTicket(name: string, tickets: TicketRow[]): string[] {
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

/**
 * I4: messages that the customer has opened are marked as read here, and messages that we have read are marked as read
 * on their phone.
 */
function readOnBothSides({ from_me, ack, body, customer, external_id }: MessageRow, customers: Customer[]): string[] {
  if (from_me) return ack >= 3 ? [] : [`I4: "${body}" was read by ${customer} and has ack ${ack}`]
  const progress = customers.find(({ name }) => name === customer)?.contact.sent.get(external_id)?.progress
  const known = ack >= 3 ? ['read', 'played'] : ['delivered', 'read', 'played']
  return known.includes(String(progress)) ? [] : [`I4: "${body}" has ack ${ack}, ${customer} sees it ${progress}`]
}

/** I5: the unread counter and the last message of each ticket match its messages. */
export function countersAreTrue({ id, unread_count, counted, last_message, newest }: TicketRow): string[] {
  return [
    ...(unread_count === counted ? [] : [`I5: ticket ${id} says ${unread_count} unread, but ${counted} are`]),
    ...(newest.includes(last_message)
      ? []
      : [`I5: ticket ${id} shows "${last_message}", but the last message is ${newest.join(' or ')}`]),
  ]
}

/** I6: a screen kept up to date by events shows the same as a fresh page. */
export async function screenIsTrue({ name, view, sent }: Attendant): Promise<string[]> {
  const found = await Promise.all(
    [...sent.keys()].map(async (ticketId) => {
      // The history of a conversation includes its other tickets.
      const fresh = (await view.fetch(ticketId)).filter((message) => message.ticketId === ticketId)
      const shown = new Map(view.messages(ticketId).map((message) => [message.id, summary(message)]))
      return [
        ...fresh
          .filter((message) => shown.get(message.id) !== summary(message))
          .map((message) => `I6: ${name} sees ${shown.get(message.id)} instead of ${summary(message)}`),
        ...(shown.size === fresh.length
          ? []
          : [`I6: ${name} sees ${shown.size} messages in ticket ${ticketId}, there are ${fresh.length}`]),
      ]
    }),
  )
  return found.flat()
}

/** Inbound messages show no ticks, so their ack does not matter. */
const summary = ({ id, body, ack, fromMe, isDeleted }: Seen) =>
  `${id} "${body}"${fromMe ? ` at ${ack}` : ''}${isDeleted ? ', deleted' : ''}`

import type { Person, Received } from '@guiche/graph-testserver'
import type { Attendant } from '../attendants.ts'
import {
  answeredOnceAndInOrder,
  countersAreTrue,
  oneContact,
  oneTicket,
  saidOnceAndInOrder,
  screenIsTrue,
} from '../checker.ts'
import { differences } from '../differences.ts'
import { type MessageRow, readContacts, readMessages, readTickets } from '../stored.ts'
import type { Tenant } from '../testbed.ts'

export interface OfficialCustomer {
  name: string
  person: Person
  said: { id: string; body: string }[]
  say(): Promise<void>
}

/** What the network knows of our messages. */
export interface NetworkView {
  /** What we have sent with a message, to know it again. */
  markOf(message: Received): string | undefined
}

interface Said {
  customers: readonly OfficialCustomer[]
  attendants: readonly Attendant[]
  network: NetworkView
  /** Ids of messages that a person has sent again, because nobody could confirm them. */
  sentAgain: ReadonlySet<number>
}

/**
 * I1 to I7 for a network that chooses the ids of messages. Each message of ours is there once: what is uncertain is not sent again
 * by itself, and a person sends again only what the network does not have.
 */
export async function officialViolations(
  tenant: Tenant,
  { customers, attendants, network, sentAgain }: Said,
): Promise<string[]> {
  const [rows, tickets, contacts] = await Promise.all([readMessages(tenant), readTickets(tenant), readContacts(tenant)])
  return [
    ...customers.flatMap((customer) => saidOnceAndInOrder(customer, rows)),
    ...customers.flatMap((customer) => gotOnceAndInOrder(customer, rows, { network, sentAgain })),
    ...attendants.flatMap((attendant) => answeredOnceAndInOrder(attendant, rows)),
    ...customers.flatMap(({ name }) => [...oneContact(name, contacts), ...oneTicket(name, tickets)]),
    ...tickets.flatMap(countersAreTrue),
    ...customers.flatMap((customer) => ticksAreRight(customer, rows)),
    ...attendants.flatMap(({ view }) => view.wrongAcks.map((wrong) => `I4: ${wrong}`)),
    ...attendants.flatMap(({ view }) => view.foreign.map((wrong) => `I7: ${wrong}`)),
    ...(await Promise.all(attendants.map(screenIsTrue))).flat(),
    ...(await Promise.all(attendants.map(({ view }) => view.lists.differences()))).flat(),
  ]
}

/** I2, I3: a message may be in several parts, each of which is there once. What was sent again comes later than it was written. */
function gotOnceAndInOrder(
  { name, person }: OfficialCustomer,
  rows: readonly MessageRow[],
  { network, sentAgain }: Pick<Said, 'network' | 'sentAgain'>,
): string[] {
  const own = rows.filter((row) => row.customer === name && row.from_me).toSorted((a, b) => a.id - b.id)
  const again = new Set(own.filter(({ id }) => sentAgain.has(id)).map(({ external_id }) => external_id))
  const got = person.inbox.messages.map((message) => /^guiche:(\d+)\/(\d+):(.+)$/.exec(network.markOf(message) ?? ''))
  const parts = got.flatMap((mark) =>
    mark?.[3] === undefined ? [] : { id: mark[3], part: mark[1], parts: Number(mark[2]) },
  )
  const inTime = parts.filter(({ id }) => !again.has(id)).map(({ id }) => id)
  return [
    ...(parts.length === got.length ? [] : [`I3: ${name} got ${got.length - parts.length} messages that are not ours`]),
    ...differences(
      `I2, I3: what ${name} got`,
      own.map(({ external_id }) => external_id).filter((id) => !again.has(id)),
      inTime.filter((id, nth) => inTime[nth - 1] !== id),
    ),
    ...own.flatMap(({ external_id: id, body }) => {
      const had = parts.filter((one) => one.id === id)
      const wanted = had[0]?.parts ?? 1
      const isOnce = had.length === wanted && new Set(had.map(({ part }) => part)).size === wanted
      return isOnce ? [] : [`I3: "${body}" is ${had.length} times at ${name}, in ${wanted} parts`]
    }),
  ]
}

/** I4: the customer has got everything, and some have read it. */
function ticksAreRight({ name, person }: OfficialCustomer, rows: readonly MessageRow[]): string[] {
  const wanted = person.readsAtOnce ? 3 : 2
  return rows
    .filter((row) => row.customer === name && row.from_me && (row.ack !== wanted || row.failure !== null))
    .map(({ body, ack, failure }) => `I4: "${body}" for ${name} has ack ${ack} instead of ${wanted}, ${failure}`)
}

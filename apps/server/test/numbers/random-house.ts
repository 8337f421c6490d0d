import type { Identity } from '@guiche/channel'
import { said, someNumber } from '#test/inbound'
import type { Company, Person, TestConnection } from '#test/world'
import { pass } from './pass.ts'

/** A pseudo-random number from 0 to below 1; the same seed gives the same ones. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export interface House {
  company: Company
  admin: Person
  people: Person[]
  queues: { id: number }[]
  connections: TestConnection[]
}

interface Customer {
  from: Identity | string
  isGroup: boolean
  connection: TestConnection
}

/** A house with ratings on two scales, a menu of two queues, and groups. */
export async function createHouse(company: Company): Promise<House> {
  const queues = [await company.queue(), await company.queue()]
  const [sales, help] = queues
  if (!sales || !help) throw new Error('no queues')
  const people = [
    await company.attendant({ queues }),
    await company.attendant({ queues: [sales] }),
    await company.attendant({ queues: [help] }),
  ]
  await company.setting('userRating', 'enabled')
  const connections = [
    await company.connection({
      queues: [sales],
      settings: { ratingMessage: 'De 1 a 5, que nota você dá?' },
      reopenMinutes: 600,
      allowsGroups: true,
    }),
    await company.connection({
      queues,
      settings: { ratingMessage: 'De 0 a 10, que nota você dá?', greetingMessage: 'Escolha:' },
    }),
  ]
  return { company, admin: await company.admin(), people, queues, connections }
}

/** Lives some weeks by the verbs that people and customers use, at random. Returns how often each has worked. */
export async function live(
  house: House,
  { seed, steps }: { seed: number; steps: number },
): Promise<Map<string, number>> {
  const random = randomFrom(seed)
  const { company, admin, people, queues, connections } = house
  const one = <T>(some: readonly T[]): T => {
    const found = some[Math.floor(random() * some.length)]
    if (found === undefined) throw new Error('nothing to choose from')
    return found
  }
  const customers: Customer[] = [
    {
      from: { kind: 'group', value: `1203630000077${String(seed).padStart(5, '0')}` },
      isGroup: true,
      connection: one(connections.slice(0, 1)),
    },
  ]
  const worked = new Map<string, number>()

  const newCustomer = () => {
    const customer = { from: someNumber(), isGroup: false, connection: one(connections) }
    customers.push(customer)
    return customer
  }
  const say = async ({ from, isGroup, connection }: Customer, body: string, more = {}) => {
    const author = {
      identity: { kind: 'phone', value: '5511955550000' } as const,
      name: 'Rui',
      address: '5511955550000@s.whatsapp.net',
    }
    await connection.receive(said(from, body, { ...(isGroup && { isGroup: true, name: '', author }), ...more }))
    return true
  }
  const someTicket = async (
    statuses: string[],
  ): Promise<{ id: number; user: number | null; number: string | null; connection: number } | undefined> => {
    const found = await company.sql(
      `select t.id::int, t.user_id::int as user, c.phone as number, t.connection_id::int as connection
       from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
       where t.company_id = $1 and t.status = any ($2) and t.is_latest order by t.id`,
      [company.id, statuses],
    )
    return found.length === 0 ? undefined : one(found)
  }
  const change = async (who: Person, id: number, body: object) => (await who.put(`/tickets/${id}`, body)).status === 200
  const ownerOf = (user: number | null) => people.find(({ id }) => id === user) ?? admin

  const verbs: Record<string, () => Promise<boolean>> = {
    arrives: () => say(newCustomer(), 'Bom dia'),
    writes: () => say(one(customers), 'E então?'),
    choosesInMenu: () => say(one(customers), one(['1', '2', 'sair', '#'])),
    answersOnPhone: () => say(one(customers), 'Já vai', { isEcho: true }),
    accepts: async () => {
      const ticket = await someTicket(['pending'])
      const who = one(people)
      return ticket !== undefined && change(who, ticket.id, { status: 'open', userId: who.id, queueId: one(queues).id })
    },
    answers: async () => {
      const ticket = await someTicket(['open', 'group'])
      return (
        ticket !== undefined &&
        (await ownerOf(ticket.user).post(`/messages/${ticket.id}`, { body: 'Pois não' })).status === 200
      )
    },
    transfersToUser: async () => {
      const ticket = await someTicket(['open'])
      return (
        ticket !== undefined &&
        change(admin, ticket.id, { status: 'open', userId: one(people).id, queueId: one(queues).id })
      )
    },
    transfersToQueue: async () => {
      const ticket = await someTicket(['open', 'pending'])
      return (
        ticket !== undefined && change(admin, ticket.id, { status: 'pending', userId: null, queueId: one(queues).id })
      )
    },
    returns: async () => {
      const ticket = await someTicket(['open'])
      return ticket !== undefined && change(ownerOf(ticket.user), ticket.id, { status: 'pending' })
    },
    closes: async () => {
      const ticket = await someTicket(['open', 'pending'])
      return ticket !== undefined && change(ownerOf(ticket.user), ticket.id, { status: 'closed' })
    },
    closesQuietly: async () => {
      const ticket = await someTicket(['open', 'nps'])
      return (
        ticket !== undefined &&
        change(ownerOf(ticket.user), ticket.id, { status: 'closed', sendFarewellMessage: false })
      )
    },
    rates: async () => {
      const ticket = await someTicket(['nps'])
      const connection = connections.find(({ id }) => id === ticket?.connection)
      if (!ticket?.number || !connection) return false
      return say(
        { from: ticket.number, isGroup: false, connection },
        one(['0', '2', '4', '5', '7', '8', '9', '10', '10']),
      )
    },
    opensAgain: async () => {
      const ticket = await someTicket(['closed', 'nps'])
      const who = one(people)
      return ticket !== undefined && change(who, ticket.id, { status: 'open', userId: who.id, queueId: one(queues).id })
    },
    deletes: async () => {
      if (random() < 0.7) return false
      const ticket = await someTicket(['closed'])
      return ticket !== undefined && (await admin.delete(`/tickets/${ticket.id}`)).status === 200
    },
    merges: async () => {
      if (random() < 0.5) return false
      const pair = await twoPeople(company)
      if (!pair) return false
      const [kept, gone] = pair
      return (await admin.post(`/contacts/${kept}/merge`, { contactId: gone })).status === 200
    },
  }
  const often = [
    'arrives',
    'arrives',
    'writes',
    'writes',
    'accepts',
    'accepts',
    'answers',
    'answers',
    'answers',
    'answers',
    'closes',
    'closes',
    'rates',
    'rates',
    'rates',
  ]
  const names = [...Object.keys(verbs), ...often]
  for (let step = 0; step < steps; step += 1) {
    const name = one(names)
    if (await verbs[name]?.()) worked.set(name, (worked.get(name) ?? 0) + 1)
    // Mostly minutes, sometimes a night, rarely a week.
    const chance = random()
    const minutes = chance < 0.6 ? 1 + Math.floor(random() * 90) : chance < 0.95 ? Math.floor(random() * 1_500) : 8_000
    await pass(company, minutes)
  }
  return worked
}

/** Two contacts who have written on different connections only, so that merging them moves no message to another ticket. */
export async function twoPeople(company: Company): Promise<[kept: number, gone: number] | undefined> {
  const people: { id: number }[] = await company.sql(
    `select distinct on (v.connection_id) c.id::int
     from contacts c join conversations v on v.company_id = c.company_id and v.contact_id = c.id
     where c.company_id = $1 and not c.is_group and c.merged_into_id is null
       and exists (select from ticket_turns a where a.company_id = c.company_id and a.contact_id = c.id)
       and not exists (select from conversations o where o.company_id = c.company_id and o.contact_id = c.id and o.id <> v.id)
     order by v.connection_id, c.id`,
    [company.id],
  )
  const [kept, gone] = people
  return kept && gone ? [kept.id, gone.id] : undefined
}

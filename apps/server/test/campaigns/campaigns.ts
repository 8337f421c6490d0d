import { type Company, type Person, type TestConnection, type World, eventually } from '#test/world'
import { someNumber } from '../inbound.ts'

/** A company with a queue and a connection for it. */
export interface Shop {
  company: Company
  admin: Person
  queue: { id: number }
  connection: TestConnection
}

export async function shopIn(world: World): Promise<Shop> {
  const company = await world.company()
  const queue = await company.queue()
  return { company, admin: await company.admin(), queue, connection: await company.connection({ queues: [queue] }) }
}

export interface ListedPerson {
  name?: string
  number: string
  email?: string
  isValid?: boolean | null
  variables?: Record<string, string>
}

export const people = (count: number): ListedPerson[] =>
  Array.from({ length: count }, (_, nth) => ({ name: `Pessoa ${nth}`, number: someNumber() }))

/** A list of people. */
export async function contactList({ id, sql }: Company, people: readonly ListedPerson[]): Promise<number> {
  const [list] = await sql(`insert into contact_lists (company_id, name) values ($1, 'Clientes') returning id::int`, [
    id,
  ])
  for (const { name = 'Mariana Lopes', number, email = '', isValid = true, variables = {} } of people) {
    await sql(
      `insert into contact_list_items (company_id, list_id, name, number, email, needs_check, variables)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
      [id, list.id, name, number, email, isValid === null, JSON.stringify(variables)],
    )
    if (isValid !== null)
      await sql(
        `insert into number_checks (company_id, number_key, is_valid) values ($1, phone_key($2), $3) on conflict do nothing`,
        [id, number, isValid],
      )
  }
  return list.id
}

export const withoutPauses = { messageInterval: 0, longerIntervalAfter: 0, greaterInterval: 0, variables: [] }

/** A campaign without pauses that starts now. */
export async function runCampaign(admin: Person, body: CampaignBody): Promise<number> {
  await admin.post('/campaign-settings', { settings: withoutPauses })
  return startCampaign(admin, body)
}

type CampaignBody = Record<string, unknown> & { connections: readonly { id: number }[] }

export async function startCampaign(admin: Person, body: CampaignBody): Promise<number> {
  return (await postCampaign(admin, { scheduledAt: new Date().toISOString(), ...body })).id
}

/** A campaign without a date, as the call answers it. */
export const savedCampaign = (
  { admin, connection }: Pick<Shop, 'admin' | 'connection'>,
  body: Record<string, unknown> = {},
) => postCampaign(admin, { connections: [connection], ...body })

async function postCampaign(admin: Person, { connections, ...body }: CampaignBody) {
  const answer = await admin.post('/campaigns', {
    name: 'Inverno',
    whatsappId: connections.map(({ id }) => id).join(','),
    message1: 'Oi {nome}',
    ...body,
  })
  if (answer.status !== 200) throw new Error(`no campaign: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Waits until the campaign has this status, and returns it. */
export const campaignIn = (admin: Person, id: number, status: string) =>
  eventually(async () => {
    const { body } = await admin.get(`/campaigns/${id}`)
    if (body.status !== status) throw new Error(`${body.status} ${JSON.stringify(body.counts)} ${body.failure}`)
    return body
  })

/** The texts that arrived at these connections, by number. */
export function arrivedTexts(
  world: World,
  ...connections: readonly { id: number }[]
): [number: string, text: string][] {
  const ids = connections.map(({ id }) => id)
  return world.network.arrived
    .filter(({ connectionId, action }) => action === 'send' && ids.includes(connectionId))
    .map(({ address, body }) => [address, body])
}

/** Quiet hours that have begun an hour ago and end in an hour, also around midnight. */
export function quietNow(): { from: string; until: string } {
  const clock = (minutes: number) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: 'America/Sao_Paulo',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(Date.now() + minutes * 60_000)
  return { from: clock(-60), until: clock(60) }
}

/** Whom these texts have reached, in order. */
export const numbersOf = (texts: readonly [number: string, text: string][]): string[] =>
  texts.map(([number]) => number).toSorted()

/** Who is in the list, in order. */
export const listedNumbers = (list: readonly ListedPerson[]): string[] => list.map(({ number }) => number).toSorted()

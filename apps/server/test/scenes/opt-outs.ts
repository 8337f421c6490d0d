import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Shop, arrivedTexts, campaignIn, contactList, runCampaign, shopIn } from '../campaigns/campaigns.ts'
import { type World, createWorld } from '#test/world'
import { texts } from '#texts'

/** What the customer is told who has opted out, or in again. */
export const { out, back } = texts.pt.optOut

/** Companies with campaigns, for the tests of a file. */
export function optOutsOfFile() {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.close())
  beforeEach(() => world.network.answer(() => ({ status: 'sent' })))

  return {
    get world() {
      return world
    },
    shop: () => shopIn(world),
    textsTo: ({ connection }: Pick<Shop, 'connection'>, number: string) =>
      arrivedTexts(world, connection)
        .filter(([to]) => to === number)
        .map(([, text]) => text),
  }
}

/** A campaign that has reached these people. */
export async function reach({ company, admin, connection }: Shop, numbers: readonly string[], body: object = {}) {
  const id = await runCampaign(admin, {
    connections: [connection],
    contactListId: await contactList(
      company,
      numbers.map((number) => ({ number })),
    ),
    ...body,
  })
  await campaignIn(admin, id, 'FINALIZADA')
  return id
}

export const ledger = ({ company }: Pick<Shop, 'company'>) =>
  company.sql(
    `select is_out, is_current, source, word, reason, campaign_id::int, message_id is not null as has_message, contact_id::int, user_id::int
     from opt_outs where company_id = $1 order by id`,
    [company.id],
  )

export const statesOf = async ({ admin }: Shop, id: number) => (await admin.get(`/campaigns/${id}`)).body.counts.states

export const ticketsOf = ({ company }: Shop) =>
  company.sql('select id::int, status, unread_count, user_id from tickets where company_id = $1 order by id', [
    company.id,
  ])

export const contactOf = async ({ company }: Pick<Shop, 'company'>, number: string): Promise<number> => {
  const [row] = await company.sql('select id::int from contacts where company_id = $1 and phone = $2', [
    company.id,
    number,
  ])
  return row.id
}

/** The list of those who get no campaigns. */
export const listOf = async ({ admin }: Pick<Shop, 'admin'>, query = '') => (await admin.get(`/opt-outs${query}`)).body

import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { said } from '../inbound.ts'
import { type Company, type World, createWorld } from '#test/world'

/** The same data in both companies: results must not depend on the other company. */
const number = '5511961234567'
const person = { name: 'Zuleica Prado', body: 'Perdi o zepelim' }

/** Of a list in both companies. */
const listId = 900_000_001
/** A campaign in both companies. */
const campaignId = 900_000_002

/** Each way in which the search functions find something, with a query for it. */
export const searches: [
  way: string,
  query: string,
  from: 'contacts' | 'tickets' | 'messages' | 'ticket_notes' | 'contact_list_items' | 'campaign_recipients',
][] = [
  ['the beginning of a name', `select contact_id as id from search_contacts('zule', true, 50)`, 'contacts'],
  ['a part of a name', `select contact_id as id from search_contacts('prado', true, 50)`, 'contacts'],
  ['a part of a number', `select contact_id as id from search_contacts('961234', true, 50)`, 'contacts'],
  ['a part of a name, numbers hidden', `select contact_id as id from search_contacts('prado', false, 50)`, 'contacts'],
  [
    'a whole number, numbers hidden',
    `select contact_id as id from search_contacts('${number}', false, 50)`,
    'contacts',
  ],
  [
    'a name, its ticket',
    `select ticket_id as id from search_tickets('prado', true, 0, null::bigint[], null::bigint[], 50)`,
    'tickets',
  ],
  [
    'a word, its ticket',
    `select ticket_id as id from search_tickets('zepelim', true, 0, null::bigint[], null::bigint[], 50)`,
    'tickets',
  ],
  [
    'a word, its message',
    `select message_id as id from search_texts('zepelim', 'messages', true, 0, null, null, null, 50)`,
    'messages',
  ],
  [
    'a word, its ticket note',
    `select note_id as id from search_texts('zepelim', 'notes', true, 0, null, null, null, 50)`,
    'ticket_notes',
  ],
  [
    'the name of a file',
    `select message_id as id from search_texts('dirigivel', 'files', true, 0, null, null, null, 50)`,
    'messages',
  ],
  [
    'a name, as the version before asks',
    `select ticket_id as id from search_tickets('prado', true, 0, '{}'::bigint[], true, 50)`,
    'tickets',
  ],
  [
    'the beginning of a name in a list',
    `select item_id as id from search_list_items(${listId}, 'zule', 50)`,
    'contact_list_items',
  ],
  [
    'a part of a number in a list',
    `select item_id as id from search_list_items(${listId}, '961234', 50)`,
    'contact_list_items',
  ],
  [
    'the person before in a list',
    `select item_id as id from list_items_after(${listId}, 'Zuenir', 1, 50)`,
    'contact_list_items',
  ],
  [
    'a name in a campaign',
    `select person_id as id from search_campaign_people(${campaignId}, 'prado', 50)`,
    'campaign_recipients',
  ],
]

/** Two companies with the same data, for the tests of a file. */
export function searchedCompaniesOfFile() {
  let world: World
  let companies: Company[]
  let client: pg.Client
  beforeAll(async () => {
    world = await createWorld()
    client = new pg.Client({ connectionString: world.databases.app })
    await client.connect()
    companies = [await world.company(), await world.company()]
    for (const company of companies) {
      await (await company.connection()).receive(said(number, person.body, { name: person.name }))
      const ids = [company.id]
      await world.sql(
        `insert into files (company_id, storage_key, original_name, mime, bytes) values ($1, 'k', 'dirigivel_1.pdf', 'application/pdf', 1)`,
        ids,
      )
      await world.sql(
        `update messages set media_type = 'application', file_id = (select id from files where company_id = $1) where company_id = $1`,
        ids,
      )
      await world.sql(`insert into contact_lists (company_id, id, name) values ($1, ${listId}, 'Clientes')`, ids)
      await world.sql(
        `insert into contact_list_items (company_id, list_id, name, number) values ($1, ${listId}, '${person.name}', '${number}')`,
        ids,
      )
      await world.sql(
        `insert into campaigns (company_id, id, name, messages, confirmations)
         values ($1, ${campaignId}, 'Inverno', array_fill(''::text, '{5}'), array_fill(''::text, '{5}'))`,
        ids,
      )
      await world.sql(
        `with person as (
           insert into campaign_recipients (company_id, campaign_id, person_key, name, number)
           values ($1, ${campaignId}, '${number}', '${person.name}', '${number}') returning *)
         insert into campaign_people_words (company_id, campaign_id, recipient_id, words)
         select company_id, campaign_id, id, fold(name) from person`,
        ids,
      )
      await world.sql(
        `insert into ticket_notes (company_id, ticket_id, user_id, note)
         select t.company_id, t.id, u.id, 'Achei o zepelim' from tickets t join users u on u.company_id = t.company_id where t.company_id = $1 limit 1`,
        ids,
      )
    }
  })
  afterAll(async () => {
    await client.end()
    await world.close()
  })

  /** Ids that a company finds, with the role and the setting that the server uses. */
  async function found(companyId: number | '', query: string): Promise<number[]> {
    await client.query(`set role guiche_tenant; set app.company_id = '${companyId}'`)
    return (await client.query<{ id: string }>(query)).rows.map(({ id }) => Number(id))
  }

  const own = async (companyId: number, table: string) =>
    (await world.sql(`select id from ${table} where company_id = $1`, [companyId])).map(({ id }) => Number(id))

  return {
    get world() {
      return world
    },
    get companies() {
      return companies
    },
    found,
    own,
  }
}

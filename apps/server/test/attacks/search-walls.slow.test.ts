import { beforeAll, expect, test } from 'vitest'
import type { Company, World } from '#test/world'
import { searchedCompaniesOfFile, searches } from './searched-companies.ts'

let world: World
let companies: Company[]
const searched = searchedCompaniesOfFile()
const { found, own } = searched
beforeAll(() => {
  ;({ world, companies } = searched)
})

test('the search functions that bypass row-level security have a company condition in each statement, and these tests fail if one is missing', async () => {
  const contacts = await definition('search_contacts(text, boolean, integer)')
  const tickets = await definition('search_tickets(text, boolean, bigint, bigint[], bigint[], integer)')
  const texts = await definition('search_texts(text, text, boolean, bigint, bigint[], bigint[], text, integer)')
  const conditions = [...contacts.matchAll(/\bc\.company_id = company\b/g)]
  expect(conditions).toHaveLength(4)
  const inLists = await definition('search_list_items(bigint, text, integer)')
  const inCampaigns = await definition('search_campaign_people(bigint, text, integer)')
  const afterInLists = await definition('list_items_after(bigint, text, bigint, integer)')
  const listConditions = [...inLists.matchAll(/\bi\.company_id = company\b/g)]
  expect(listConditions).toHaveLength(2)
  // Joined tables restrict each other, so all conditions on tickets are removed at once.
  const faults: [original: string, fault: string][] = [
    ...conditions.map(({ index, 0: text }): [string, string] => [
      contacts,
      `${contacts.slice(0, index)}true${contacts.slice(index + text.length)}`,
    ]),
    ...listConditions.map(({ index, 0: text }): [string, string] => [
      inLists,
      `${inLists.slice(0, index)}true${inLists.slice(index + text.length)}`,
    ]),
    [inCampaigns, inCampaigns.replace('w.company_id = company', 'true')],
    [afterInLists, afterInLists.replace('i.company_id = company', 'true')],
    [tickets, tickets.replaceAll(/\b\w+\.company_id = company\b/g, 'true')],
    // The words carry their company too, so that both are removed.
    [
      texts,
      texts
        .replaceAll(/\b\w+\.company_id = company\b/g, 'true')
        .replaceAll(/(week_words\((\w)\..*?)week_query\(company,/g, '$1week_query($2.company_id,'),
    ],
  ]
  for (const [original, fault] of faults) {
    await world.sql(fault)
    expect(await foreign()).not.toEqual([])
    await world.sql(original)
    expect(await foreign()).toEqual([])
  }
})

const definition = async (signature: string): Promise<string> =>
  (await world.sql('select pg_get_functiondef($1::regprocedure) as text', [signature]))[0].text

/** The searches with which a company finds something of another. */
async function foreign(): Promise<string[]> {
  const ways: string[] = []
  for (const { id } of companies)
    for (const [way, query, table] of searches) {
      const ids = await own(id, table)
      if ((await found(id, query)).some((hit) => !ids.includes(hit))) ways.push(way)
    }
  return ways
}

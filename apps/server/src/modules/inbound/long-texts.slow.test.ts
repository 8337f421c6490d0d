import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { holdInbox } from '#test/lock-table'
import { said, someNumber } from '#test/inbound'
import { type Company, type TestConnection, type World, createWorld } from '#test/world'

let world: World
let company: Company
let connection: TestConnection
beforeAll(async () => {
  world = await createWorld()
})
beforeEach(async () => {
  company = await world.company()
  connection = await company.connection()
})
afterAll(() => world.close())

/** As many different words as possible, which is the worst case for a text index. */
function differentWords(letters: number): string {
  let text = ''
  while (text.length < letters) text += `${Math.random().toString(36).slice(2, 7)} `
  return text.slice(0, letters)
}

const longest = () => differentWords(65_536)

test('a text of 65,536 letters adds only the words of its first 4,096 letters to the index', async () => {
  await connection.receive(said(someNumber(), longest()))

  const [{ words, letters }] = await company.sql(
    `select cardinality(tsvector_to_array(week_words(company_id, sent_at, body))) as words, length(body) as letters
     from messages where company_id = $1`,
    [company.id],
  )
  expect(letters).toBe(65_536)
  expect(words).toBeGreaterThan(500)
  expect(words).toBeLessThanOrEqual(2048)
})

test('a search finds the words of the first 4,096 letters, and the ticket shows the whole text', async () => {
  const [from, admin] = [someNumber(), await company.admin()]
  await connection.receive(said(from, `abacaxi ${differentWords(4000)} mandioca ${differentWords(4096)} jabuticaba`))
  const found = async (word: string) => (await admin.get(`/tickets?searchParam=${word}`)).body.count

  expect([await found('abacaxi'), await found('mandioca'), await found('jabuticaba')]).toEqual([1, 1, 0])
  const { tickets } = (await admin.get('/tickets?searchParam=abacaxi')).body
  const { messages } = (await admin.get(`/messages/${tickets[0].id}`)).body
  expect(messages[0].body).toContain('jabuticaba')
})

test('long texts of one chat are stored in transactions of half a megabyte at most', async () => {
  const from = someNumber()
  const inbox = await holdInbox(world.databases.admin, company.id)
  await connection.deliver(...Array.from({ length: 40 }, () => said(from, longest())))
  await inbox.release()
  await connection.drained()

  const batches = await transactions()
  expect(batches.reduce((sum, { count }) => sum + count, 0)).toBe(40)
  expect(Math.max(...batches.map(({ bytes }) => bytes))).toBeLessThanOrEqual(512 * 1024)
})

test('short texts of one chat are stored twenty at a time at most, in their order', async () => {
  const from = someNumber()
  const inbox = await holdInbox(world.databases.admin, company.id)
  await connection.deliver(...Array.from({ length: 90 }, (_, nth) => said(from, `${nth}`)))
  await inbox.release()
  await connection.drained()

  expect(Math.max(...(await transactions()).map(({ count }) => count))).toBeLessThanOrEqual(20)
  const rows = await company.sql('select body from messages where company_id = $1 order by id', [company.id])
  expect(rows.map(({ body }) => Number(body))).toEqual(Array.from({ length: 90 }, (_, nth) => nth))
})

test('a customer who writes after three chats have flooded the inbox does not wait for the flood', async () => {
  const flooders = [someNumber(), someNumber(), someNumber()]
  const inbox = await holdInbox(world.databases.admin, company.id)
  await connection.deliver(...Array.from({ length: 120 }, (_, nth) => said(flooders[nth % 3] ?? '', longest())))
  await connection.deliver(said(someNumber(), 'Bom dia'))
  await inbox.release()
  await connection.drained()

  const [{ before }] = await company.sql(
    `select count(*)::int as before from messages f join messages h on h.company_id = f.company_id and h.body = 'Bom dia'
     where f.company_id = $1 and f.id < h.id`,
    [company.id],
  )
  expect(before).toBeLessThan(10)
})

/** A message that was not changed since has the number of the transaction that stored it. */
const transactions = (): Promise<{ count: number; bytes: number }[]> =>
  company.sql(
    `select count(*)::int as count, sum(octet_length(body))::int as bytes from messages where company_id = $1 group by xmin`,
    [company.id],
  )

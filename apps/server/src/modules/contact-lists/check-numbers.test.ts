import { afterAll, beforeAll, expect, test } from 'vitest'
import { someNumber } from '#test/inbound'
import { type Company, type Person, type World, createWorld, eventually } from '#test/world'
import { checkNumbers } from './check-numbers.ts'
import { forgetOldChecks } from './tables/checks.repository.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

interface Shop {
  company: Company
  admin: Person
  listId: number
  add: (number: string, listId?: number) => Promise<number>
  validity: (itemId: number) => Promise<boolean | null>
}

async function shop({ isConnected = true } = {}): Promise<Shop> {
  const company = await world.company()
  const admin = await company.admin()
  const connection = await company.connection()
  if (!isConnected) await world.sql("update connections set status = 'disconnected' where id = $1", [connection.id])
  const listId = (await admin.post('/contact-lists', { name: 'Clientes' })).body.id
  return {
    company,
    admin,
    listId,
    add: async (number, contactListId = listId) =>
      (await admin.post('/contact-list-items', { name: 'Rita', number, contactListId })).body.id,
    validity: async (id) => (await admin.get(`/contact-list-items/${id}`)).body.isWhatsappValid,
  }
}

/** The network as it answers for the numbers of one company; it knows nothing of others. */
function networkOf({ company }: Shop, answers: Record<string, string | null | undefined>) {
  const asked: string[] = []
  const slowly = async (companyId: number, number: string) => {
    if (companyId !== company.id) return undefined
    asked.push(number)
    return answers[number]
  }
  return { asked, check: () => checkNumbers(world.app.deps, { slowly }) }
}

test('numbers of lists are checked, some each minute, and the answer counts for all lists', async () => {
  const one = await shop()
  const [real, wrong, third] = [someNumber(), someNumber(), someNumber()]
  const [realId, wrongId, thirdId] = [await one.add(real), await one.add(wrong), await one.add(third)]
  const other = (await one.admin.post('/contact-lists', { name: 'Outra' })).body.id
  const sameId = await one.add(`+${real}`, other)
  const network = networkOf(one, { [real]: real, [wrong]: null, [third]: third })
  const listener = await one.admin.listen()

  await network.check()

  expect(network.asked).toEqual([real, wrong])
  expect(await one.validity(realId)).toBe(true)
  expect(await one.validity(sameId)).toBe(true)
  expect(await one.validity(wrongId)).toBe(false)
  expect(await one.validity(thirdId)).toBeNull()
  await eventually(() =>
    expect(listener.of('contactListItem').map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({
        action: 'update',
        record: expect.objectContaining({ id: wrongId, isWhatsappValid: false }),
      }),
    ),
  )

  await network.check()
  await network.check()
  expect(network.asked).toEqual([real, wrong, third])
  // A number that is known is not asked for again when it comes into a list.
  const third2 = (await one.admin.post('/contact-lists', { name: 'Terceira' })).body.id
  expect(await one.validity(await one.add(wrong, third2))).toBe(false)
  await network.check()
  expect(network.asked).toHaveLength(3)
})

test('a number that the network did not answer for stays unchecked and is asked for again', async () => {
  const one = await shop()
  const number = someNumber()
  const id = await one.add(number)
  const network = networkOf(one, { [number]: undefined })

  await network.check()
  expect(await one.validity(id)).toBeNull()
  await network.check()
  expect(network.asked).toEqual([number, number])
})

test('another number is checked anew', async () => {
  const one = await shop()
  const [before, after] = [someNumber(), someNumber()]
  const id = await one.add(before)
  const network = networkOf(one, { [before]: null, [after]: after })
  await network.check()
  expect(await one.validity(id)).toBe(false)

  await one.admin.put(`/contact-list-items/${id}`, { number: after })

  expect(await one.validity(id)).toBeNull()
  await network.check()
  expect(await one.validity(id)).toBe(true)
})

test('answers count for 30 days; then the number is checked again', async () => {
  const one = await shop()
  const number = someNumber()
  const id = await one.add(number)
  const network = networkOf(one, { [number]: number })
  await network.check()
  await world.sql("update number_checks set checked_at = now() - interval '31 days' where company_id = $1", [
    one.company.id,
  ])

  expect(await one.validity(id)).toBeNull()
  await forgetOldChecks(world.app.deps.units.operator)
  await network.check()

  expect(network.asked).toEqual([number, number])
  expect(await one.validity(id)).toBe(true)
})

test('nobody is asked while no phone is connected', async () => {
  const one = await shop({ isConnected: false })
  const number = someNumber()
  await one.add(number)
  const network = networkOf(one, { [number]: number })

  await network.check()

  expect(network.asked).toEqual([])
})

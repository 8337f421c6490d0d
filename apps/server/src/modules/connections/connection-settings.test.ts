import { afterAll, beforeAll, expect, test } from 'vitest'
import { allFacts } from '#channels/facts'
import { type Company, type Person, type World, createWorld } from '#test/world'
import { readConnectionSettings } from './connection-settings.ts'

let world: World
let company: Company
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  admin = await company.admin()
})
afterAll(() => world.close())

test.each(allFacts)('settings of $name have defaults for fields that are not stored', ({ name, hasVisitors }) => {
  const settings = readConnectionSettings(name, {})

  expect(settings).toMatchObject({ greetingMessage: '', complationMessage: '', maxUseBotQueues: 3 })
  expect(settings.webChat !== null).toBe(hasVisitors)
})

test('a stored text that is longer than the current limit is still read', () => {
  const farewellMessage = 'Até logo. '.repeat(10_000)

  expect(readConnectionSettings('whatsapp', { farewellMessage })).toMatchObject({ farewellMessage })
})

test('a change keeps fields that it does not name, and fields of another version', async () => {
  const { id } = await company.connection()
  await admin.put(`/whatsapp/${id}`, { greetingMessage: 'Olá', farewellMessage: 'Até logo' })
  await world.sql(`update connections set settings = settings || '{"later": 1}' where id = $1`, [id])

  const { body } = await admin.put(`/whatsapp/${id}`, { greetingMessage: 'Bom dia' })

  expect(body).toMatchObject({ greetingMessage: 'Bom dia', farewellMessage: 'Até logo', webChat: null })
  expect(body).not.toHaveProperty('later')
  const [{ settings }] = await world.sql('select settings from connections where id = $1', [id])
  expect(settings).toMatchObject({ greetingMessage: 'Bom dia', farewellMessage: 'Até logo', later: 1 })
})

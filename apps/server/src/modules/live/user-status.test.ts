import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Company, type World, createWorld, eventually } from '#test/world'

let world: World
let company: Company
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => world.close())

test('a user whose browser reports their presence is seen without making a call', async () => {
  const person = await company.attendant()
  const { socket } = await person.listen()
  const lastSeen = async () =>
    (await company.sql('select last_seen_at from users where company_id = $1 and id = $2', [company.id, person.id]))[0]
      .last_seen_at
  await eventually(async () => expect(await lastSeen()).not.toBeNull())
  await company.sql('update users set last_seen_at = null where company_id = $1 and id = $2', [company.id, person.id])

  // The time is stored at most once a minute.
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 300_000)
  socket.emit('userStatus')

  await eventually(async () => expect(await lastSeen()).not.toBeNull())
})

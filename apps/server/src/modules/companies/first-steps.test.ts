import { afterAll, beforeAll, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type Person, type World, createWorld } from '#test/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const stepsOf = async (admin: Person) => (await admin.get('/first-steps')).body
const nothing = { connection: false, queue: false, colleague: false, message: false }

test('each first step is done once there is the thing itself', async () => {
  const company = await world.company()
  const admin = await company.admin()
  expect(await stepsOf(admin)).toEqual(nothing)

  const queue = await company.queue()
  expect(await stepsOf(admin)).toEqual(nothing)
  const { id } = await company.webChat()
  expect(await stepsOf(admin)).toEqual({ ...nothing, connection: true })
  await admin.put(`/whatsapp/${id}`, { queueIds: [queue.id] })
  expect(await stepsOf(admin)).toEqual({ ...nothing, connection: true, queue: true })
  const colleague = await company.attendant()
  expect(await stepsOf(admin)).toEqual({ connection: true, queue: true, colleague: true, message: false })
  await company.ticket({ queues: [queue] })
  expect(await stepsOf(admin)).toEqual({ connection: true, queue: true, colleague: true, message: true })

  await admin.delete(`/users/${colleague.id}`)
  expect(await stepsOf(admin)).toMatchObject({ colleague: false })
})

test('a phone that is not linked yet receives nothing', async () => {
  const admin = await (await world.company()).admin()
  await admin.post('/whatsapp', { name: 'Loja', channel: 'whatsapp' })

  expect(await stepsOf(admin)).toEqual(nothing)
})

test('a connection that was lost does not undo the step', async () => {
  const company = await world.company()
  const connection = await company.connection()
  await connection.receive(said(someNumber(), 'Olá'))
  await world.sql(`update connections set status = 'disconnected', number = null where company_id = $1`, [company.id])

  expect(await stepsOf(await company.admin())).toMatchObject({ connection: true, message: true })
})

test('they are told to admins only, and of their own company only', async () => {
  const company = await world.company()
  const attendant = await company.attendant()
  await company.webChat()

  expect((await attendant.get('/first-steps')).status).toBe(403)
  expect(await stepsOf(await (await world.company()).admin())).toEqual(nothing)
})

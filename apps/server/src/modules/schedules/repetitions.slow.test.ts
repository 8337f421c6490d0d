import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { arrivedOn, due, failed, newContact, nextOf, sent, shopIn } from '#test/scenes/schedules'
import { type World, createWorld } from '#test/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const shop = () => shopIn(world)
const arrived = (connectionId: number) => arrivedOn(world, connectionId)

describe('a repeated message', () => {
  test.each([
    ['weekly', '2031-03-10T09:00', '2031-03-10T09:00', '2031-03-17 09:00'],
    // A Friday.
    ['weekdays', '2031-03-14T09:00', '2031-03-14T09:00', '2031-03-17 09:00'],
    ['monthly', '2031-03-10T09:00', '2031-03-10T09:00', '2031-04-10 09:00'],
    // The 31st is the last day of a shorter month.
    ['monthly', '2031-01-31T09:00', '2031-01-31T09:00', '2031-02-28 09:00'],
    ['yearly', '2032-02-29T09:00', '2032-02-29T09:00', '2033-02-28 09:00'],
    // Times that have passed are left out.
    ['daily', '2020-03-10T09:00', '2031-03-10T09:00', '2031-03-11 09:00'],
  ])('%s, since %s: after %s comes %s', async (recurrence, from, sendAt, next) => {
    expect(await nextOf(world, recurrence, from, sendAt)).toBe(next)
  })

  test('ends with its last day', async () => {
    expect(await nextOf(world, 'daily', '2031-03-10T09:00', '2031-03-10T09:00', '2031-03-11')).toBe('2031-03-11 09:00')
    expect(await nextOf(world, 'daily', '2031-03-10T09:00', '2031-03-10T09:00', '2031-03-10')).toBeUndefined()
    expect(await nextOf(world, 'none', '2031-03-10T09:00', '2031-03-10T09:00')).toBeUndefined()
  })

  test('is sent late once after three days without the server, and goes on with the next day', async () => {
    const place = await shop()
    const contact = await newContact(place)

    const id = await due(place, place.ana, { contactId: contact.id, recurrence: 'daily' }, '3 days 1 hour')

    expect(await sent(place.ana, id)).toMatchObject({ isLate: true })
    const { body } = await place.ana.get('/schedules')
    expect(body.count).toBe(2)
    const [next] = body.schedules
    expect(next).toMatchObject({ status: 'PENDENTE', recurrence: 'daily' })
    expect(Date.parse(next.sendAt)).toBeGreaterThan(Date.now())
    expect(Date.parse(next.sendAt)).toBeLessThan(Date.now() + 86_400_000)
    expect(arrived(place.connection.id)).toHaveLength(1)
  })

  test('goes on although one of it could not be sent', async () => {
    const place = await shop()
    const contact = await newContact(place)
    await place.company.sql('update contacts set is_active = false where id = $1', [contact.id])

    const id = await due(place, place.ana, { contactId: contact.id, recurrence: 'weekly' })

    await failed(place.ana, id)
    expect((await place.ana.get('/schedules?status=PENDENTE')).body.count).toBe(1)
  })
})

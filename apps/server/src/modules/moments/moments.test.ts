import { afterAll, beforeAll, expect, test } from 'vitest'
import { boardOf, namesOf, openCounter } from '#test/scenes/board'
import { type World, createWorld } from '#test/world'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

test('the board shows managers who serves what, and who waits in which queue, the longest wait first', async () => {
  const { sales, support, admin, supervisor, ana, bia, company, customer } = await openCounter(world)
  const served = await customer('Rita', sales, ana)
  const other = await customer('Ivo', support, bia)
  const late = await customer('Zeca', sales)
  await customer('Lia', support)
  await world.sql(`update tickets set waiting_since = now() - interval '1 hour' where company_id = $1 and id = $2`, [
    company.id,
    late,
  ])

  for (const person of [admin, supervisor]) {
    const { attendants, served: busy, waiting } = await boardOf(person)
    expect(busy).toMatchObject({ count: 2 })
    expect(busy.tickets).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: served, userId: ana.id, queue: expect.objectContaining({ name: 'Vendas' }) }),
        expect.objectContaining({ id: other, userId: bia.id }),
      ]),
    )
    expect({ count: waiting.count, names: namesOf(waiting) }).toEqual({ count: 2, names: ['Zeca', 'Lia'] })
    expect(waiting.tickets[0]).toMatchObject({ id: late, queue: { name: 'Vendas' }, userId: null, isBot: false })
    expect(attendants).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id: ana.id,
          name: 'Ana',
          openTickets: 1,
          queues: [expect.objectContaining({ name: 'Vendas' })],
        }),
        expect.objectContaining({ id: bia.id, openTickets: 1 }),
        expect.objectContaining({ id: admin.id, openTickets: 0 }),
      ]),
    )
  }
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { said, someNumber } from '#test/inbound'
import { type Company, type Person, type World, createWorld } from '#test/world'

let world: World
let company: Company
let queue: { id: number }
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  company = await world.company()
  queue = await company.queue()
  admin = await company.admin()
})
afterAll(() => world.close())

/** A customer who came back twice: three closed tickets on a connection of their own. */
async function threeTickets() {
  const connection = await company.connection({ queues: [queue] })
  const number = someNumber()
  const ids: number[] = []
  for (const body of ['Olá', 'Olá de novo', 'Mais uma coisa']) {
    await connection.receive(said(number, body))
    const [{ id }] = await company.sql('select max(id)::int as id from tickets where connection_id = $1', [
      connection.id,
    ])
    await close(id)
    ids.push(id)
  }
  const [first = 0, second = 0, third = 0] = ids
  const listed = async (status: string) =>
    (await admin.get(`/tickets?status=${status}&whatsapps=[${connection.id}]`)).body.tickets.map(
      ({ id }: { id: number }) => id,
    )
  return { first, second, third, listed }
}

const close = (id: number) => admin.put(`/tickets/${id}`, { status: 'closed' })
const reopen = (id: number) => admin.put(`/tickets/${id}`, { status: 'open', userId: admin.id })
const remove = (id: number) => admin.delete(`/tickets/${id}`)

describe('the latest ticket of a conversation, which lists and search show', () => {
  test('is the newest one', async () => {
    const { third, listed } = await threeTickets()

    expect(await listed('closed')).toEqual([third])
    expect(await listed('search')).toEqual([third])
  })

  test('is an older one that was opened again, also after it is closed', async () => {
    const { first, listed } = await threeTickets()

    await reopen(first)
    expect(await listed('search')).toEqual([first])
    expect(await listed('closed')).toEqual([])

    await close(first)
    expect(await listed('closed')).toEqual([first])
  })

  test('is the one that was closed last, after the latest one was deleted', async () => {
    const { first, second, third, listed } = await threeTickets()
    await reopen(second)
    await close(second)
    await reopen(first)
    await close(first)

    await remove(first)
    expect(await listed('closed')).toEqual([second])

    await remove(second)
    expect(await listed('closed')).toEqual([third])
  })

  test('is the one that is not closed, after another one was deleted', async () => {
    const { first, second, third, listed } = await threeTickets()
    await reopen(first)

    await remove(third)

    expect(await listed('search')).toEqual([first])
    await remove(first)
    expect(await listed('search')).toEqual([second])
  })
})

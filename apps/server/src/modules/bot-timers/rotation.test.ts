import { expect, test } from 'vitest'
import { rotationOfFile, searching } from '#test/scenes/rotation'
import { eventually } from '#test/world'

const { rotatingQueue, member, isAssigned, bodiesOf, logOf, timersOf, letPass } = rotationOfFile()

test('a queue that assigns in turn gives a waiting ticket to a member who is there, and tells the customer', async () => {
  const { queue, customer } = await rotatingQueue()
  const ana = await member(queue)
  const listener = await ana.listen({ lists: ['open'] })

  const id = await customer()

  await isAssigned(id, ana)
  expect(await bodiesOf(id)).toEqual(['Olá', searching])
  expect(await logOf(id)).toEqual([{ kind: 'assign', user_id: ana.id, detail: { rule: 'rotation', reason: 'inTurn' } }])
  await eventually(() =>
    expect(listener.of('ticket').map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({ ticket: expect.objectContaining({ id, status: 'open', userId: ana.id }) }),
    ),
  )
})

test('an attendant who does not answer loses the ticket to the next one, and the customer is not told again', async () => {
  const { queue, customer } = await rotatingQueue()
  const ana = await member(queue)
  const id = await customer()
  await isAssigned(id, ana)
  const bia = await member(queue)
  expect(await timersOf(id)).toMatchObject([{ minutes: 5 }])

  await letPass(id, 5)

  await isAssigned(id, bia)
  expect(await bodiesOf(id)).toEqual(['Olá', searching])
  expect(await logOf(id)).toMatchObject([
    { kind: 'assign', user_id: ana.id, detail: { reason: 'inTurn' } },
    { kind: 'assign', user_id: bia.id, detail: { reason: 'noAnswer' } },
  ])
  expect(await timersOf(id)).toMatchObject([{ minutes: 5 }])
})

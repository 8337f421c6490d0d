import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, createDesk } from '#test/desk'
import { addManyMessages } from '#test/many-messages'
import { rowsRead } from '#test/rows-read'
import { readConversations } from './read-conversations.ts'

let desk: Desk
beforeAll(async () => {
  desk = await createDesk()
})
afterAll(() => desk.world.close())

test('the rows read for a rating do not grow with other conversations', async () => {
  const { world, company, attendant } = desk
  await company.setting('userRating', 'enabled')
  const connection = await company.connection({
    queues: [desk.queue],
    settings: { ratingMessage: 'De 1 a 5?', complationMessage: 'Até logo!' },
  })
  const id = await desk.openTicket(connection)
  await attendant.put(`/tickets/${id}`, { status: 'closed' })
  await addManyMessages(company, await desk.openTicket(connection), 5000)

  const read = await world.app.deps.units.run({ kind: 'system', companyId: company.id }, (ctx) =>
    rowsRead(ctx, 'messages', async () => {
      const { conversations } = await readConversations(ctx, [id])
      expect(conversations.get(id)?.state.rating).toEqual({ isGiven: false, isTalkedTo: false, isOverdue: false })
    }),
  )

  // Those of the ticket: what the customer wrote, and the request.
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(50)
})

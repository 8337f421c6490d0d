import { expect, test } from 'vitest'
import { createChannels } from '#channels/registry'
import { createDesk } from '#test/desk'
import { eventually } from '#test/world'
import { createChangeWorker } from './change-worker.ts'

test('two workers do twenty overdue changes, each one once', async () => {
  const desk = await createDesk()
  const { world, company, queue, attendant } = desk
  world.network.answer(() => ({ status: 'sent' }))
  const tickets: number[] = []
  for (let nth = 0; nth < 20; nth += 1) {
    const settings = { complationMessage: 'Até logo!' }
    const id = await desk.openTicket(await company.connection({ queues: [queue], settings }))
    expect(await attendant.post(`/pending-changes/tickets/${id}`, { kind: 'close' })).toMatchObject({ status: 200 })
    tickets.push(id)
  }
  const workers = [1, 2].map(() => createChangeWorker(world.app.deps, createChannels()))
  await company.sql("update pending_changes set due_at = now() - interval '1 second' where company_id = $1", [
    company.id,
  ])
  for (const worker of workers) await worker.start()

  await eventually(async () =>
    expect(await company.sql('select 1 from pending_changes where company_id = $1', [company.id])).toEqual([]),
  )
  for (const worker of workers) await worker.stop()

  for (const id of tickets) {
    const messages = await company.sql('select body from messages where ticket_id = $1 order by id', [id])
    expect(messages).toEqual([{ body: 'Olá' }, { body: 'Até logo!' }])
  }
  await world.close()
})

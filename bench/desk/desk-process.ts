import { type Desk, type DeskOrder, type DeskTimes, openDesk } from './desk.ts'

let desk: Pick<Desk, 'work'> | undefined

process.on('disconnect', () => process.exit())
process.on('message', (order: DeskOrder) => {
  void handle(order).then((times) => process.send?.(times))
})

async function handle(order: DeskOrder): Promise<DeskTimes> {
  if ('open' in order) desk = await openDesk(order.open)
  else if (desk) return desk.work(order.work)
  return { arrivals: [], missing: 0, sends: [] }
}

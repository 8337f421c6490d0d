import type { Deps } from '#platform/deps'
import { accessTicket } from '#modules/tickets'
import { readServices } from './stored/breakers.repository.ts'
import { presentExchange, presentService } from './exchanges.presenter.ts'
import { listExchanges } from './stored/list-exchanges.repository.ts'

export function exchangeRoutes({ routes }: Deps): void {
  routes.handle('listExchanges', ({ params, read }) =>
    read(async (ctx) => {
      await accessTicket(ctx, params.id)
      return (await listExchanges(ctx, params.id)).map(presentExchange)
    }),
  )

  routes.handle('listAnswererStates', async ({ read }) => (await read(readServices)).map(presentService))
}

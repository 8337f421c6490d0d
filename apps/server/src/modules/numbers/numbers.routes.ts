import type { DashboardQuery, NumberName } from '@guiche/contract'
import type { UserCtx } from '#platform/context'
import type { Deps } from '#platform/deps'
import type { Presence } from '#modules/users'
import { readClock } from './count.repository.ts'
import { listDefinitions } from './list-definitions.ts'
import { readNames } from './names.repository.ts'
import { daysOf, periodOf } from './period.ts'
import { readDashboard } from './read-dashboard.ts'
import { countHidden, cursorOf, readList } from './read-list.ts'
import { type Asked, readNumbers, readSeries, tallyNumbers, tallySeries } from './read-numbers.ts'
import type { Scope } from './scope.ts'
import { emptyTally } from './tally.ts'

export function numbersRoutes(
  { routes }: Pick<Deps, 'routes'>,
  { presence }: { presence: Pick<Presence, 'isOnline'> },
): void {
  routes.handle('listNumbers', async ({ query }) => listDefinitions(query.language))

  routes.handle('dashboard', ({ query, read }) =>
    read(async (ctx) => readDashboard(ctx, await askedBy(ctx, query), presence)),
  )

  routes.handle('dashboardNumbers', ({ query, read }) =>
    read(async (ctx) => readNumbers(ctx, await askedBy(ctx, query))),
  )

  routes.handle('dashboardSeries', ({ params, query, read }) =>
    read(async (ctx) => readSeries(ctx, params.name, query.by, await askedBy(ctx, query))),
  )

  routes.handle('dashboardList', ({ params, query, read }) =>
    read(async (ctx) => {
      const asked = await askedBy(ctx, query)
      return readList(ctx, { name: params.name, ...asked, hour: query.hour, after: cursorOf(query.after) })
    }),
  )

  routes.handle('dashboardHidden', ({ params, query, read }) =>
    read(async (ctx) => {
      const asked = await askedBy(ctx, query)
      return { hidden: await countHidden(ctx, { name: params.name, ...asked, hour: query.hour }) }
    }),
  )

  routes.handle('dashboardTotal', ({ query, read }) => read(async (ctx) => totalOf(ctx, await askedBy(ctx, query))))
  routes.handle('dashboardTicketsDay', ({ query, read }) =>
    read(async (ctx) => totalOf(ctx, await askedBy(ctx, query))),
  )

  routes.handle('dashboardQueues', ({ query, read }) =>
    read(async (ctx) => {
      const { rows } = await readSeries(ctx, 'started', 'queue', await askedBy(ctx, query))
      return rows.map(({ key, name, count }) => ({
        quantidade: count,
        queue: name === null ? null : { id: Number(key), name },
      }))
    }),
  )

  routes.handle('dashboardUsers', ({ query, read }) =>
    read(async (ctx) => {
      const tallies = await tallySeries(ctx, 'started', 'user', await askedBy(ctx, query))
      const users = (await readNames(ctx, 'user')).filter((user) => !user.is_archived || tallies.has(String(user.id)))
      return {
        data: users.map(({ id, name }) => ({ nome: name, quantidade: tallies.get(String(id))?.count ?? 0 })),
      }
    }),
  )

  routes.handle('dashboardTopUsers', ({ query, read }) =>
    read(async (ctx) => {
      const { rows } = await readSeries(ctx, 'finished', 'user', await askedBy(ctx, query))
      return rows.flatMap(({ key, name, count }) =>
        name === null ? [] : [{ userId: Number(key), name, quantidade: count }],
      )
    }),
  )

  routes.handle('dashboardRatings', ({ query, read }) =>
    read(async (ctx) => {
      const count = await counter(ctx, ['rated', 'bad', 'good', 'great'], await askedBy(ctx, query))
      return [{ total_notas: count('rated'), ruim: count('bad'), media: count('good'), boa: count('great') }]
    }),
  )

  routes.handle('dashboardClosed', ({ query, read }) =>
    read(async (ctx) => (await counter(ctx, ['closed'], await askedBy(ctx, query)))('closed')),
  )
}

type Days = Partial<Pick<DashboardQuery, 'days' | 'date_from' | 'date_to'>> & {
  initialDate?: string | undefined
  finalDate?: string | undefined
}

async function askedBy(ctx: UserCtx, query: Days & Scope): Promise<Asked> {
  const clock = await readClock(ctx)
  const days = {
    days: query.days,
    date_from: query.date_from ?? query.initialDate,
    date_to: query.date_to ?? query.finalDate,
  }
  return { clock, period: periodOf(days, clock.today), scope: query }
}

async function counter(ctx: UserCtx, names: NumberName[], asked: Asked) {
  const tallies = await tallyNumbers(ctx, names, asked)
  return (name: NumberName): number => (tallies.get(name) ?? emptyTally()).count
}

/** By day, or by hour of a single day. */
async function totalOf(ctx: UserCtx, asked: Asked) {
  const { period, clock } = asked
  const isOneDay = period.from === period.to
  const tallies = await tallySeries(ctx, 'started', isOneDay ? 'hour' : 'day', asked)
  const total = (key: string) => tallies.get(key)?.count ?? 0
  const data = isOneDay
    ? Array.from({ length: 24 }, (_, hour) => ({ total: total(String(hour)), horario: hour }))
    : daysOf(period, clock.today).map((day) => ({ total: total(day), data: day.split('-').toReversed().join('/') }))
  return { data, count: data.reduce((sum, one) => sum + one.total, 0) }
}

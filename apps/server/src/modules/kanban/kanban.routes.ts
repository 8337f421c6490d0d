import { defaultLane } from '@guiche/contract'
import type { Deps } from '#platform/deps'
import { listLanes, presentTag } from '#modules/tags'
import { countCards, pageOfLane, wholeBoard } from './cards.repository.ts'
import { presentCard } from './kanban.presenter.ts'
import { enterLane, leaveLanes, moveCard } from './move-card.ts'

export function kanbanRoutes({ routes }: Deps): void {
  routes.handle('kanbanTags', async ({ read }) => ({ lista: (await read(listLanes)).map(presentTag) }))

  routes.handle('kanbanTickets', async ({ query: { queueIds }, actor, read }) => {
    const { cards, hasMore } = await read((ctx) => wholeBoard(ctx, { queueIds, searchParam: '' }))
    const tickets = cards.map((card) => presentCard(card, { masked: actor.numbersMasked }))
    return { tickets, count: tickets.length, hasMore }
  })

  routes.handle('kanbanLanes', ({ query, read }) =>
    read(async (ctx) => {
      const [tags, counts] = await Promise.all([listLanes(ctx), countCards(ctx, query)])
      return [
        { tag: null, count: counts.get(defaultLane) ?? 0 },
        ...tags.map((tag) => ({ tag: presentTag(tag), count: counts.get(tag.id) ?? 0 })),
      ]
    }),
  )

  routes.handle('kanbanCards', async ({ query, actor, read }) => {
    const { cards, hasMore } = await read((ctx) => pageOfLane(ctx, query))
    return { cards: cards.map((card) => presentCard(card, { masked: actor.numbersMasked })), hasMore }
  })

  routes.handle('moveCard', ({ params, body, run }) => run((ctx) => moveCard(ctx, { ticketId: params.id, ...body })))

  routes.handle('leaveLanes', async ({ params, run }) => {
    await run((ctx) => leaveLanes(ctx, params.ticketId))
    return { message: 'Ticket tags deleted' }
  })

  routes.handle('enterLane', async ({ params: { ticketId, tagId }, run }) => {
    const entered = tagId === 'lane0' ? null : tagId
    await run((ctx) => enterLane(ctx, ticketId, entered))
    return { ticketId, tagId: entered }
  })
}

import { limits } from '@guiche/contract'
import { hurry } from '#platform/database/hurry'
import type { Deps } from '#platform/deps'
import { presentContact } from '#modules/contacts'
import { accessTicket } from '#modules/tickets'
import { searchEverything } from './search-everything.ts'
import { presentHit } from './search.presenter.ts'
import { findInConversation } from './search.repository.ts'

export function searchRoutes({ routes, publicUrl: { origin } }: Deps): void {
  routes.handle('search', async ({ actor, query, read }) => {
    const { contacts, messages, notes, files } = await read((ctx) => searchEverything(ctx, query))
    const viewer = { masked: actor.numbersMasked, origin }
    const hits = ({ rows, next }: typeof messages) => ({
      results: rows.map((row) => presentHit(row, query.searchParam, viewer)),
      next,
    })
    return {
      contacts: { results: contacts.rows.map((row) => presentContact(row, viewer)), next: contacts.next },
      messages: hits(messages),
      notes: hits(notes),
      files: hits(files),
    }
  })

  routes.handle('searchConversation', ({ params, query: { searchParam }, read }) =>
    read(async (ctx) => {
      const ticket = await accessTicket(ctx, params.id)
      if (searchParam.length < limits.searchLetters) return { ids: [], hasMore: false }
      const [, ids] = await Promise.all([hurry(ctx), findInConversation(ctx, ticket.conversation_id, searchParam)])
      return { ids: ids.slice(0, limits.foundInConversation), hasMore: ids.length > limits.foundInConversation }
    }),
  )
}

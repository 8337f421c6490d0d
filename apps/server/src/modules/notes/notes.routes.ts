import { audit } from '#platform/audit'
import { notFound } from '#platform/errors'
import type { Deps } from '#platform/deps'
import { accessNoteForRemoval, accessTicketOfNotes } from './access-notes.ts'
import { presentNote } from './notes.presenter.ts'
import { findNote, insertNote, listNotes, removeNote } from './notes.repository.ts'

export function notesRoutes({ routes }: Deps): void {
  routes.handle('listNotes', async ({ actor, query, read }) => {
    const notes = await read(async (ctx) => {
      await accessTicketOfNotes(ctx, query)
      return listNotes(ctx, query.ticketId)
    })
    return notes.map((note) => presentNote(note, { masked: actor.numbersMasked }))
  })

  routes.handle('createNote', async ({ actor, body, run }) => {
    const note = await run(async (ctx) => {
      await accessTicketOfNotes(ctx, body)
      return findNote(ctx, await insertNote(ctx, { ...body, userId: actor.userId }))
    })
    if (!note) throw notFound('ERR_NO_NOTE_FOUND')
    return presentNote(note, { masked: actor.numbersMasked })
  })

  routes.handle('deleteNote', async ({ params, run }) => {
    await run(async (ctx) => {
      const { id, ticket_id: ticketId } = await accessNoteForRemoval(ctx, params.id)
      await removeNote(ctx, id)
      await audit(ctx, { action: 'note.deleted', object: 'note', objectId: id, detail: { ticketId } })
    })
    return { message: 'Observação excluída com sucesso!' }
  })
}

import { type OptOutView, type OptedOutPerson, limits } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { SentFile } from '#platform/http/sent-file'
import { isoTime } from '#platform/iso-time'
import { getContact } from '#modules/contacts'
import { changeOptOut } from './change-opt-out.ts'
import { endOptOut } from './end-opt-out.ts'
import { exportOptedOut } from './export-opted-out.ts'
import { type OptOutRow, findOptOut } from './opt-outs.repository.ts'
import { type OptedOutRow, nextOptedOut } from './people.repository.ts'
import { listWords, saveWords } from './words.ts'

export function optOutsRoutes({ routes, units }: Pick<Deps, 'routes' | 'units'>): void {
  routes.handle('getOptOut', ({ params, read }) =>
    read(async (ctx) => {
      await getContact(ctx, params.id)
      return viewOf(ctx, params.id)
    }),
  )

  routes.handle('changeOptOut', ({ params, body, run }) =>
    run(async (ctx) => {
      await changeOptOut(ctx, params.id, body)
      return viewOf(ctx, params.id)
    }),
  )

  routes.handle('listOptOuts', ({ query: { searchParam, before }, read }) =>
    read(async (ctx) => {
      // One more than is shown says whether there are others.
      const most = limits.rowsPerPage
      const rows = await nextOptedOut(ctx, { searchParam, before, most: most + 1 })
      return { people: rows.slice(0, most).map(presentPerson), hasMore: rows.length > most }
    }),
  )

  routes.handle(
    'exportOptOuts',
    async ({ actor, query: { searchParam } }) =>
      new SentFile('opt-outs.csv', await exportOptedOut({ units }, actor, searchParam)),
  )

  routes.handle('endOptOut', ({ params, body, run }) =>
    run(async (ctx) => {
      await endOptOut(ctx, params.id, body.reason)
      return null
    }),
  )

  routes.handle('listOptOutWords', ({ read }) => read(async (ctx) => ({ words: await listWords(ctx) })))

  routes.handle('saveOptOutWords', ({ body, run }) =>
    run(async (ctx) => {
      await saveWords(ctx, body.words)
      return { words: await listWords(ctx) }
    }),
  )
}

const viewOf = async (ctx: Ctx, contactId: number): Promise<OptOutView> =>
  presentOptOut(contactId, await findOptOut(ctx, contactId))

function presentOptOut(contactId: number, row: OptOutRow): OptOutView {
  const { source, word, reason } = row
  const at = isoTime(row.created_at)
  return {
    contactId,
    isOptedOut: row.is_out ?? false,
    hasNumber: row.has_number,
    last:
      source === null || at === null
        ? null
        : {
            at,
            source,
            word: word ?? '',
            campaign: refOf(row.campaign_id, row.campaign_name),
            user: refOf(row.user_id, row.user_name),
            reason: reason ?? '',
          },
  }
}

const presentPerson = (row: OptedOutRow): OptedOutPerson => ({
  id: row.id,
  contact:
    row.contact_id === null
      ? null
      : { id: row.contact_id, name: row.contact_name ?? '', number: row.contact_number ?? '' },
  at: row.created_at.toISOString(),
  source: row.source,
  word: row.word,
  campaign: refOf(row.campaign_id, row.campaign_name),
  user: refOf(row.user_id, row.user_name),
  reason: row.reason,
})

const refOf = (id: number | null, name: string | null) => (id === null || name === null ? null : { id, name })

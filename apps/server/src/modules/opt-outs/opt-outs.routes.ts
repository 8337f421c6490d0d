import type { OptOutView } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { isoTime } from '#platform/iso-time'
import { getContact } from '#modules/contacts'
import { changeOptOut } from './change-opt-out.ts'
import { type OptOutRow, findOptOut } from './opt-outs.repository.ts'
import { listWords, saveWords } from './words.ts'

export function optOutsRoutes({ routes }: Pick<Deps, 'routes'>): void {
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

const refOf = (id: number | null, name: string | null) => (id === null || name === null ? null : { id, name })

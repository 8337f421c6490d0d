import { audit } from '#platform/audit'
import type { Deps } from '#platform/deps'
import { forgetText, keepText } from './notice-texts.repository.ts'
import { presentNoticeText, presentNoticeTexts } from './notice-texts.ts'

/** For the operator. */
export function noticeTextRoutes({ routes, units: { operator } }: Pick<Deps, 'routes' | 'units'>): void {
  routes.handle('noticeTexts', () => presentNoticeTexts(operator))

  routes.handle('saveNoticeText', async ({ params, body, run }) => {
    await run(async (ctx) => {
      const before = await presentNoticeText(operator, params)
      const detail = { before: { subject: before.subject, text: before.text }, after: body }
      await audit(ctx, { action: 'notice_text.changed', object: 'setting', objectId: nameOf(params), detail })
      await keepText(operator, { ...params, ...body })
    })
    return presentNoticeText(operator, params)
  })

  routes.handle('resetNoticeText', async ({ params, run }) => {
    await run(async (ctx) => {
      await audit(ctx, { action: 'notice_text.reset', object: 'setting', objectId: nameOf(params) })
      await forgetText(operator, params)
    })
    return presentNoticeText(operator, params)
  })
}

const nameOf = ({ kind, language }: { kind: string; language: string }) => `${kind} ${language}`

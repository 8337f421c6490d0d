import type { Api, Parsed } from '@guiche/contract'
import type { UserCtx } from '#platform/context'
import { badRequest, notFound } from '#platform/errors'
import { accessQuickMessage, accessQuickMessageForChange } from './access-quick-message.ts'
import { assertMayMakeGeneral } from './quick-messages.policy.ts'
import {
  type QuickMessageRow,
  changeQuickMessage,
  lockCategory,
  insertQuickMessage,
} from './quick-messages.repository.ts'

type NewQuickMessage = Parsed<Api['createQuickMessage']>['body']
type QuickMessageChange = Parsed<Api['updateQuickMessage']>['body']

export async function createQuickMessage(ctx: UserCtx, body: NewQuickMessage): Promise<QuickMessageRow> {
  const { shortcode, message, geral, status, isCategory, isMedia } = body
  if (geral) assertMayMakeGeneral(ctx.actor)
  if (!isCategory && !isMedia) assertHasText(message)
  const categoryId = isCategory ? null : body.categoryId
  await assertIsCategory(ctx, categoryId)

  const id = await insertQuickMessage(ctx, {
    shortcode,
    message,
    isGeneral: geral,
    isActive: status,
    isCategory,
    categoryId,
  })
  if (id === undefined) throw badRequest('ERR_QUICK_MESSAGE_LIMIT')
  return saved(ctx, id, { wasGeneral: false })
}

/** A category stays a category, because messages refer to it. */
export async function updateQuickMessage(
  ctx: UserCtx,
  id: number,
  { shortcode, message, geral, status, categoryId }: QuickMessageChange,
): Promise<QuickMessageRow> {
  const before = await accessQuickMessageForChange(ctx, id)
  if (geral && !before.is_general) assertMayMakeGeneral(ctx.actor)
  if (!before.is_category && before.file_id === null) assertHasText(message ?? before.message)
  const inCategory = before.is_category ? undefined : categoryId
  await assertIsCategory(ctx, inCategory)

  await changeQuickMessage(ctx, id, {
    shortcode,
    message,
    is_general: geral,
    is_active: status,
    category_id: inCategory,
  })
  return saved(ctx, id, { wasGeneral: before.is_general })
}

function assertHasText(message: string): void {
  if (message.trim() === '')
    throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.message', message: 'required' }] })
}

async function assertIsCategory(ctx: UserCtx, id: number | null | undefined): Promise<void> {
  if (id && !(await lockCategory(ctx, id))) throw notFound('ERR_NO_QUICK_MESSAGE_FOUND')
}

async function saved(ctx: UserCtx, id: number, { wasGeneral }: { wasGeneral: boolean }): Promise<QuickMessageRow> {
  ctx.emit('quickMessage.saved', { quickMessageId: id, wasGeneral })
  return accessQuickMessage(ctx, id)
}

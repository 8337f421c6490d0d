import type { OptionItem } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { notFound } from '#platform/errors'
import { assertMenu } from './assert-menu.ts'
import { type Option, drawIds, lockMenu, menusOf, removeOptions, writeOptions } from './chatbots.repository.ts'
import { type SentLevel, countNew, placeOptions } from './place-options.ts'

/** Saves the menu of a queue: the options of its first level are those that are sent. */
export const saveMenu = (ctx: Ctx, queueId: number, items: readonly OptionItem[]): Promise<ChangedMenu> =>
  changeMenu(ctx, queueId, () => ({ parentId: null, items }))

interface ChangedMenu {
  before: Option[]
  after: Option[]
}

/** Changes one level of a menu. Returns the menu before and after. */
export async function changeMenu(
  ctx: Ctx,
  queueId: number,
  level: (menu: readonly Option[]) => SentLevel,
): Promise<ChangedMenu> {
  if (!(await lockMenu(ctx, queueId))) throw notFound('ERR_NO_QUEUE_FOUND')
  const before = await menusOf(ctx, [queueId])
  const sent = level(before)
  const after = placeOptions(before, sent, await drawIds(ctx, countNew(sent.items)))
  await assertMenu(ctx, after, before)
  const kept = new Set(after.map(({ id }) => id))
  await writeOptions(ctx, queueId, after)
  await removeOptions(
    ctx,
    before.map(({ id }) => id).filter((id) => !kept.has(id)),
  )
  return { before, after }
}

import type { OptionItem } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import { badRequest, notFound } from '#platform/errors'
import { type Option, type OptionRow, findOptions } from './chatbots.repository.ts'
import { changeMenu } from './save-menu.ts'

interface Place {
  /** Needed on the first level. */
  queueId: number | null
  parentId: number | null
  /** The number that it shall have on its level; undefined: the last one. */
  position?: number | undefined
}

export async function createOption(
  ctx: Ctx,
  item: OptionItem,
  { queueId, parentId, position }: Place,
): Promise<OptionRow> {
  const parent = parentId === null ? undefined : await optionOf(ctx, parentId)
  const menuOf = parent?.queue_id ?? queueId
  if (menuOf === null) throw badRequest('ERR_VALIDATION', { issues: [{ path: 'body.queueId', message: 'required' }] })

  const { before, after } = await changeMenu(ctx, menuOf, (menu) => {
    if (parentId !== null && !menu.some(({ id }) => id === parentId)) throw notFound('ERR_NO_OPTION_FOUND')
    const others = itemsOf(menu, parentId)
    return { parentId, items: others.toSpliced((position ?? others.length + 1) - 1, 0, { ...item, id: null }) }
  })

  const known = new Set(before.map(({ id }) => id))
  const made = after.find(({ id, parent_id }) => parent_id === parentId && !known.has(id))
  return saved(ctx, made?.id ?? 0, 'option.created')
}

/** Changes an option. With `options` those below it are the ones that are sent. */
export async function updateOption(
  ctx: Ctx,
  optionId: number,
  change: OptionItem,
  position?: number,
): Promise<OptionRow> {
  const { queue_id } = await optionOf(ctx, optionId)
  await changeMenu(ctx, queue_id, (menu) => {
    const option = menu.find(({ id }) => id === optionId)
    if (!option) throw notFound('ERR_NO_OPTION_FOUND')
    const items = itemsOf(menu, option.parent_id)
    const index = items.findIndex(({ id }) => id === optionId)
    const changed = items
      .toSpliced(index, 1)
      .toSpliced((position ?? option.position) - 1, 0, { ...change, id: optionId })
    return { parentId: option.parent_id, items: changed }
  })
  return saved(ctx, optionId, 'option.updated')
}

/** The options of a level, as items that change nothing. */
const itemsOf = (menu: readonly Option[], parentId: number | null): OptionItem[] =>
  menu.filter(({ parent_id }) => parent_id === parentId).map(({ id }) => ({ id }))

export async function optionOf(ctx: Ctx, optionId: number): Promise<OptionRow> {
  const [option] = await findOptions(ctx, [optionId])
  if (!option) throw notFound('ERR_NO_OPTION_FOUND')
  return option
}

async function saved(ctx: Ctx, optionId: number, action: 'option.created' | 'option.updated'): Promise<OptionRow> {
  const option = await optionOf(ctx, optionId)
  await audit(ctx, { action, object: 'option', objectId: optionId, detail: { name: option.name } })
  ctx.emit('option.saved', { optionId, queueId: option.queue_id })
  return option
}

import type { OptionItem } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { assertFileListsExist } from '#modules/file-lists'
import { assertIntegrationsExist } from '#modules/queue-integrations'
import { assertMenu } from './assert-menu.ts'
import { type Option, menusOf } from './chatbots.repository.ts'
import { countNew, placeOptions } from './place-options.ts'

/**
 * The menu of a queue as `saveMenu` would store it, in tree order and checked in the same way. Stores nothing; new options
 * have negative ids. `queueId` null: a queue that is not stored yet.
 */
export async function draftMenu(ctx: Ctx, queueId: number | null, items: readonly OptionItem[]): Promise<Option[]> {
  const before = queueId === null ? [] : await menusOf(ctx, [queueId])
  const newIds = Array.from({ length: countNew(items) }, (_, nth) => -1 - nth)
  const after = placeOptions(before, { parentId: null, items }, newIds)
  await assertMenu(ctx, after, before, { lists: assertFileListsExist, integrations: assertIntegrationsExist })
  return after
}

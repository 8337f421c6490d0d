import { limits } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import { badRequest, notFound } from '#platform/errors'
import { assertFileLists } from '#modules/file-lists'
import { assertIntegrations } from '#modules/queue-integrations'
import { type Option, targetsInUse } from './chatbots.repository.ts'
import { levelsOf } from './tree-order.ts'

type Assert = (ctx: Ctx, ids: readonly number[]) => Promise<void>

/** How lists of files and integrations are looked for. */
interface Asserts {
  lists: Assert
  integrations: Assert
}

const holding: Asserts = { lists: assertFileLists, integrations: assertIntegrations }

/**
 * Throws unless a menu, in tree order, may be as it is. `before` is the menu that is stored. Lists of files and integrations are
 * held until the menu is stored, unless `asserts` only look for them.
 */
export async function assertMenu(
  ctx: Ctx,
  menu: readonly Option[],
  before: readonly Option[],
  asserts: Asserts = holding,
): Promise<void> {
  assertSize(menu)
  assertMessages(menu)
  const stored = new Map(before.map((option) => [option.id, option]))
  const changed = menu.filter((option) => !hasTargetOf(option, stored.get(option.id)))
  await assertTargets(ctx, changed, asserts)
}

function assertSize(menu: readonly Option[]): void {
  const levels = [...Map.groupBy(menu, ({ parent_id }) => parent_id).values()]
  if (menu.length > limits.optionsPerMenu) throw badRequest('ERR_OPTION_LIMIT')
  if (levels.some((level) => level.length > limits.optionsPerLevel)) throw badRequest('ERR_OPTION_LIMIT')
  if (levelsOf(menu) > limits.optionLevels) throw badRequest('ERR_OPTION_LEVELS')
}

/** The numbers of the next level follow the message of the option above. */
function assertMessages(menu: readonly Option[]): void {
  const parents = new Set(menu.map(({ parent_id }) => parent_id))
  const mute = menu.find(({ id, greeting_message }) => parents.has(id) && greeting_message.trim() === '')
  if (mute) throw badRequest('ERR_OPTION_MESSAGE_REQUIRED', { name: mute.name })
}

/** A target that was stored before may be gone meanwhile: the rest of the menu can be saved all the same. */
const hasTargetOf = (option: Option, old: Option | undefined): boolean =>
  option.kind === old?.kind &&
  option.target_queue_id === old.target_queue_id &&
  option.target_user_id === old.target_user_id &&
  option.target_integration_id === old.target_integration_id &&
  option.target_file_list_id === old.target_file_list_id

async function assertTargets(ctx: Ctx, options: readonly Option[], asserts: Asserts): Promise<void> {
  for (const { kind, name, ...targets } of options) {
    const isMissing =
      (kind === 'queue' && !targets.target_queue_id) ||
      (kind === 'attendent' && !targets.target_user_id) ||
      (kind === 'integration' && !targets.target_integration_id) ||
      (kind === 'file' && !targets.target_file_list_id)
    if (isMissing) throw badRequest('ERR_OPTION_TARGET_REQUIRED', { name })
  }
  await asserts.lists(ctx, idsIn(options.map(({ target_file_list_id }) => target_file_list_id)))
  await asserts.integrations(ctx, idsIn(options.map(({ target_integration_id }) => target_integration_id)))
  const queueIds = idsIn(options.map(({ target_queue_id }) => target_queue_id))
  const userIds = idsIn(options.map(({ target_user_id }) => target_user_id))
  if (queueIds.length + userIds.length === 0) return
  const inUse = await targetsInUse(ctx, { queueIds, userIds })
  if (inUse.queueIds.length < queueIds.length) throw notFound('ERR_NO_QUEUE_FOUND')
  if (inUse.userIds.length < userIds.length) throw notFound('ERR_NO_USER_FOUND')
}

const idsIn = (ids: (number | null)[]): number[] => [...new Set(ids)].filter((id) => id !== null)

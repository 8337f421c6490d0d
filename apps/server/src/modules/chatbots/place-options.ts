import type { OptionItem } from '@guiche/contract'
import { badRequest, notFound } from '#platform/errors'
import type { Option, OptionValues } from './chatbots.repository.ts'
import { inTreeOrder } from './tree-order.ts'

/** All options of one level, as they shall be. */
export interface SentLevel {
  /** Null: the first level. */
  parentId: number | null
  items: readonly OptionItem[]
}

/** The menu after a level was sent, in tree order. `newIds` are for the options without an id. */
export function placeOptions(
  menu: readonly Option[],
  { parentId, items }: SentLevel,
  newIds: readonly number[],
): Option[] {
  const before = new Map(menu.map((option) => [option.id, option]))
  const placed = new Map<number, Option>()
  const sentLevels = new Set<number | null>()
  const ids = newIds.values()

  place(items, parentId)

  const left = menu.filter(({ id, parent_id }) => !placed.has(id) && !sentLevels.has(parent_id))
  const after = inTreeOrder([...left, ...placed.values()].toSorted((a, b) => a.position - b.position))
  const found = new Set(after.map(({ id }) => id))
  if ([...placed.keys()].some((id) => !found.has(id))) throw badRequest('ERR_OPTION_CYCLE')
  return numbered(after)

  function place(level: readonly OptionItem[], levelParentId: number | null) {
    sentLevels.add(levelParentId)
    for (const [index, item] of level.entries()) {
      const old = item.id ? before.get(item.id) : undefined
      if (item.id && !old) throw notFound('ERR_NO_OPTION_FOUND')
      if (!old && item.name === undefined) throw nameRequired()
      const id = old?.id ?? nextId()
      if (placed.has(id)) throw badRequest('ERR_OPTION_CYCLE')
      placed.set(id, { id, parent_id: levelParentId, position: index + 1, ...valuesOf(item, old) })
      if (item.options) place(item.options, id)
    }
  }

  function nextId(): number {
    const { value } = ids.next()
    if (value === undefined) throw new Error('there are fewer ids than new options')
    return value
  }
}

const nameRequired = () => badRequest('ERR_VALIDATION', { issues: [{ path: 'body.name', message: 'required' }] })

/** With numbers from 1 on each level: an option that was moved leaves a gap behind. */
function numbered(options: readonly Option[]): Option[] {
  const last = new Map<number | null, number>()
  return options.map((option) => {
    const position = (last.get(option.parent_id) ?? 0) + 1
    last.set(option.parent_id, position)
    return { ...option, position }
  })
}

export const countNew = (items: readonly OptionItem[]): number =>
  items.reduce((count, { id, options = [] }) => count + (id ? 0 : 1) + countNew(options), 0)

function valuesOf(item: OptionItem, old: Option | undefined): Omit<OptionValues, 'parent_id' | 'position'> {
  const kind = item.queueType ?? old?.kind ?? 'text'
  const target = <T>(isOfKind: boolean, sent: T | undefined, stored: T | undefined) =>
    isOfKind ? (sent === undefined ? (stored ?? null) : sent) : null
  return {
    name: item.name ?? old?.name ?? '',
    greeting_message: item.greetingMessage ?? old?.greeting_message ?? '',
    kind,
    target_queue_id: target(kind === 'queue' || kind === 'attendent', item.optQueueId, old?.target_queue_id),
    target_user_id: target(kind === 'attendent', item.optUserId, old?.target_user_id),
    target_integration_id: target(kind === 'integration', item.optIntegrationId, old?.target_integration_id),
    target_file_list_id: target(kind === 'file', item.optFileId, old?.target_file_list_id),
    closes_ticket: item.closeTicket ?? old?.closes_ticket ?? false,
  }
}

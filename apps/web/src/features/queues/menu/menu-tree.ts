import { type OptionType, type OptionView, type SentOption, limits } from '@guiche/contract'
import { randomId } from '../../../lib/uuid.ts'

/** An option as the editor holds it. */
export interface EditedOption {
  /** Stays the same while it is edited and moved. */
  key: string
  /** Undefined until it is stored. */
  id: number | undefined
  name: string
  greetingMessage: string
  queueType: OptionType
  optQueueId: number | null
  optUserId: number | null
  optFileId: number | null
  optIntegrationId: number | null
  closeTicket: boolean
  options: EditedOption[]
}

export type OptionError = 'required' | 'tooShort' | 'tooLong'
export type OptionErrors = Partial<Record<'name' | 'greetingMessage' | 'target', OptionError>>

export function treeOf(options: readonly OptionView[]): EditedOption[] {
  const levels = Map.groupBy(options, ({ chatbotId }) => chatbotId)
  const level = (parentId: number | null): EditedOption[] =>
    (levels.get(parentId) ?? []).map(
      ({ id, name, greetingMessage, queueType, optQueueId, optUserId, optFileId, optIntegrationId, closeTicket }) => ({
        key: String(id),
        id,
        name,
        greetingMessage,
        queueType,
        optQueueId,
        optUserId,
        optFileId,
        optIntegrationId,
        closeTicket,
        options: level(id),
      }),
    )
  return level(null)
}

export const sentOf = (options: readonly EditedOption[]): SentOption[] =>
  options.map(({ key: _key, id, options: below, ...values }) => ({
    ...values,
    ...(id && { id }),
    options: sentOf(below),
  }))

export const newOption = (): EditedOption => ({
  key: randomId(),
  id: undefined,
  name: '',
  greetingMessage: '',
  queueType: 'text',
  optQueueId: null,
  optUserId: null,
  optFileId: null,
  optIntegrationId: null,
  closeTicket: false,
  options: [],
})

/** The key of the option to which these indexes lead, one for each level. Undefined: there is none any more. */
export function keyAt(options: readonly EditedOption[], [index, ...further]: readonly number[]): string | undefined {
  const option = index === undefined ? undefined : options[index]
  return option && further.length > 0 ? keyAt(option.options, further) : option?.key
}

/** Whether a customer who chooses the option stays in the menu. Only then are the options below it shown. */
export const leadsOn = ({ queueType, closeTicket }: EditedOption): boolean =>
  !closeTicket && (queueType === 'text' || queueType === 'file')

/** The option with a key, at any depth. */
export function findOption(options: readonly EditedOption[], key: string): EditedOption | undefined {
  for (const option of options) {
    const found = option.key === key ? option : findOption(option.options, key)
    if (found) return found
  }
  return undefined
}

export const changeOption = (
  options: readonly EditedOption[],
  key: string,
  change: Partial<EditedOption>,
): EditedOption[] =>
  options.map((option) =>
    option.key === key ? { ...option, ...change } : { ...option, options: changeOption(option.options, key, change) },
  )

export const removeOption = (options: readonly EditedOption[], key: string): EditedOption[] =>
  options
    .filter((option) => option.key !== key)
    .map((option) => ({ ...option, options: removeOption(option.options, key) }))

/** Without the ids that are not stored any more: saved again, these options are new ones. */
export function forgetRemoved(options: readonly EditedOption[], stored: readonly EditedOption[]): EditedOption[] {
  const kept = new Set(idsOf(stored))
  const forget = (level: readonly EditedOption[]): EditedOption[] =>
    level.map((option) => ({
      ...option,
      id: option.id !== undefined && kept.has(option.id) ? option.id : undefined,
      options: forget(option.options),
    }))
  return forget(options)
}

const idsOf = (options: readonly EditedOption[]): (number | undefined)[] =>
  options.flatMap(({ id, options: below }) => [id, ...idsOf(below)])

/** Moves an option up (-1) or down (1) on its level. */
export function moveOption(options: readonly EditedOption[], key: string, by: -1 | 1): EditedOption[] {
  const index = options.findIndex((option) => option.key === key)
  const option = options[index]
  if (!option) return options.map((other) => ({ ...other, options: moveOption(other.options, key, by) }))
  const target = Math.min(options.length - 1, Math.max(0, index + by))
  return options.toSpliced(index, 1).toSpliced(target, 0, option)
}

/** What is wrong with each option, by its key. */
export function errorsOf(options: readonly EditedOption[]): Map<string, OptionErrors> {
  const found = new Map<string, OptionErrors>()
  for (const option of options) {
    const errors = errorsOfOption(option)
    if (Object.keys(errors).length > 0) found.set(option.key, errors)
    for (const [key, below] of errorsOf(option.options)) found.set(key, below)
  }
  return found
}

function errorsOfOption(option: EditedOption): OptionErrors {
  const letters = Array.from(option.name.trim()).length
  const needsText = option.options.length > 0 && option.greetingMessage.trim() === ''
  const isLong = option.greetingMessage.length > limits.optionText
  return {
    ...(letters === 0 && { name: 'required' }),
    ...(letters > 0 && letters < 4 && { name: 'tooShort' }),
    ...(letters > limits.optionName && { name: 'tooLong' }),
    ...(needsText && { greetingMessage: 'required' }),
    ...(isLong && { greetingMessage: 'tooLong' }),
    ...(!hasTarget(option) && { target: 'required' }),
  }
}

function hasTarget({ queueType, optQueueId, optUserId, optFileId, optIntegrationId }: EditedOption): boolean {
  switch (queueType) {
    case 'queue':
      return optQueueId !== null
    case 'attendent':
      return optUserId !== null
    case 'file':
      return optFileId !== null
    case 'integration':
      return optIntegrationId !== null
    case 'text':
      return true
  }
}

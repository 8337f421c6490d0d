import type { BotOption } from './decide/turn.ts'

export interface FlatOption extends Omit<BotOption, 'options'> {
  /** The option above it; null on the first level. */
  parentId: number | null
}

/** The tree of a menu. The options of each level are in their order. */
export function optionTree(options: readonly FlatOption[]): BotOption[] {
  const levels = Map.groupBy(options, ({ parentId }) => parentId)
  const level = (above: number | null): BotOption[] =>
    (levels.get(above) ?? []).map((option) => ({ ...option, options: level(option.id) }))
  return level(null)
}

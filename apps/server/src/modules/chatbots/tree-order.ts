interface Node {
  id: number
  parent_id: number | null
}

/**
 * Each option before those below it, and those of one level in the given order. Options that no chain of parents
 * connects to a first level are left out.
 */
export function inTreeOrder<T extends Node>(options: readonly T[]): T[] {
  const levels = Map.groupBy(options, ({ parent_id }) => parent_id)
  const level = (parentId: number | null): T[] =>
    (levels.get(parentId) ?? []).flatMap((option) => [option, ...level(option.id)])
  return level(null)
}

/** How many levels a menu in tree order has. */
export function levelsOf(options: readonly Node[]): number {
  const depths = new Map<number, number>()
  for (const { id, parent_id } of options) depths.set(id, 1 + (parent_id === null ? 0 : (depths.get(parent_id) ?? 0)))
  return Math.max(0, ...depths.values())
}

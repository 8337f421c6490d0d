import type { Origins } from '#platform/origins'

/**
 * Whether a page may use a chat: any page if no origins are named, those that are, and always our own page of it.
 * `origin`: as a browser says it; programs that are no browser say nothing.
 */
export function mayUse(
  named: readonly string[],
  { isOwn }: Pick<Origins, 'isOwn'>,
  origin: string | undefined,
): boolean {
  if (origin === undefined || named.length === 0 || isOwn(origin)) return true
  return named.some((allowed) => URL.canParse(allowed) && new URL(allowed).origin === origin)
}

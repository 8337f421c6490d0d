import type { Origins } from '#platform/origins'

/**
 * Whether a page may use a chat: always our own page; any page if no origins are named, otherwise those that are named.
 * `origin` is what the browser sends; other programs send none.
 */
export function mayUse(
  named: readonly string[],
  { isOwn }: Pick<Origins, 'isOwn'>,
  origin: string | undefined,
): boolean {
  if (origin === undefined || named.length === 0 || isOwn(origin)) return true
  return named.some((allowed) => URL.canParse(allowed) && new URL(allowed).origin === origin)
}

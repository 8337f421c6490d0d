import type { ChannelFacts, Identity } from '@guiche/channel'

/** Kinds of identity whose addresses are ids within a page or an account. */
const withinAccounts: readonly Identity['kind'][] = ['business_user', 'messenger', 'instagram']

/**
 * Why a channel cannot write to this address, which another way to the same number has left. Undefined: it can, as far as the
 * address tells.
 */
export function whyUnreached(
  { reachedBy }: Pick<ChannelFacts, 'reachedBy'>,
  address: string,
): 'ERR_NO_GROUPS_HERE' | 'ERR_UNREACHABLE_HERE' | undefined {
  if (address.endsWith('@g.us')) return reachedBy.includes('group') ? undefined : 'ERR_NO_GROUPS_HERE'
  const isReached = address.endsWith('@lid')
    ? reachedBy.includes('lid')
    : !address.includes(':') || reachedBy.some((kind) => withinAccounts.includes(kind))
  return isReached ? undefined : 'ERR_UNREACHABLE_HERE'
}

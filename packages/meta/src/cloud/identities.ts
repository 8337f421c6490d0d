import type { Identity } from '@guiche/channel'

/** How the network names a person: by the number, by an id within the portfolio, by one within linked portfolios. */
export interface Named {
  number: string | undefined
  userId: string | undefined
  parentId?: string | undefined
}

/**
 * Ids of users belong to their portfolio: another one may give the same id to somebody else. `scope` is the portfolio,
 * or the account whose webhooks name them.
 */
export const userIdentity = (scope: string, userId: string): Identity => ({
  kind: 'business_user',
  value: `${scope}:${userId}`,
})

/** Linked portfolios know a person by the same id, whichever of them tells it. Nobody is written to by it. */
const parentIdentity = (parentId: string): Identity => ({ kind: 'business_user', value: `parents:${parentId}` })

/** Other ones are no numbers of people. */
const isNumber = (digits: string) => /^\d{6,15}$/.test(digits)

/** The number comes first, because it is the same on all ways to WhatsApp. */
export function identitiesOf(scope: string, { number, userId, parentId }: Named): Identity[] {
  const digits = number?.replaceAll(/\D/g, '') ?? ''
  return [
    ...(isNumber(digits) ? [{ kind: 'phone', value: digits } as const] : []),
    ...(userId === undefined ? [] : [userIdentity(scope, userId)]),
    ...(parentId === undefined ? [] : [parentIdentity(parentId)]),
  ]
}

/** Whose address it is. */
export const identityAt = (address: string): Identity =>
  address.includes(':') ? { kind: 'business_user', value: address } : { kind: 'phone', value: address }

/** To whom a message is sent, in what we store of them. */
export function recipientIn(address: string): { to: string } | { recipient: string } {
  const colon = address.indexOf(':')
  return colon === -1 ? { to: address } : { recipient: address.slice(colon + 1) }
}

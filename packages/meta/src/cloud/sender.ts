import type { Identity } from '@guiche/channel'
import { isoTime } from '../webhooks/time.ts'
import { identitiesOf } from './identities.ts'
import type { People } from './items.ts'

interface Sent {
  from?: string | undefined
  from_user_id?: string | undefined
  from_parent_user_id?: string | undefined
}

/** Who has written or called, and the name that they chose for themselves. */
export function senderIn(people: People, sent: Sent, scope: string): { identities: Identity[]; name: string } {
  const { from: number, from_user_id: userId } = sent
  const person = people.find(
    (one) => (number !== undefined && one.wa_id === number) || (userId !== undefined && one.user_id === userId),
  )
  const { name, username } = person?.profile ?? {}
  const parentId = sent.from_parent_user_id ?? person?.parent_user_id
  return {
    identities: identitiesOf(scope, { number, userId, parentId }),
    name: name || (username ? `@${username}` : ''),
  }
}

export function split([from, ...others]: Identity[]): {
  from: Identity | undefined
  aliases: { aliases?: Identity[] }
} {
  return { from, aliases: others.length > 0 ? { aliases: others } : {} }
}

/** Seconds since 1970. */
export function timeOf<N extends 'sentAt' | 'doneAt'>(name: N, { timestamp }: { timestamp?: number | undefined }) {
  const time = isoTime((timestamp ?? Number.NaN) * 1000)
  return time === undefined ? {} : ({ [name]: time } as { [name in N]?: string })
}

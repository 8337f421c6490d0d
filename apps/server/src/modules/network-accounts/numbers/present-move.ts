import type { ChannelFacts, StoredChannel } from '@guiche/channel'
import { type MoveView, type WayTrait, wayTraits } from '@guiche/contract'
import { allFacts, factsOf } from '#channels/facts'
import { badRequest } from '#platform/errors'

const has: Record<WayTrait, (facts: ChannelFacts) => boolean> = {
  freeAnswers: ({ answerWindow }) => answerWindow === 'always',
  groups: ({ groups }) => groups,
  edits: ({ edits }) => edits !== 'never',
  deletions: ({ deletions }) => deletions !== 'never',
  reactions: ({ reactions }) => reactions,
  pictures: ({ pictures }) => pictures,
  presence: ({ presence }) => presence,
  numberCheck: ({ checksNumbers }) => checksNumbers,
  history: ({ sendsHistory }) => sendsHistory === 'whenLinked',
  calls: ({ linkedBy }) => linkedBy === 'phone',
  templates: ({ templates }) => templates,
  buttons: ({ choices }) => choices !== null,
  peopleWithoutNumber: ({ reachedBy }) => reachedBy.includes('business_user'),
  withoutPhone: ({ linkedBy }) => linkedBy !== 'phone',
}

/** What ends and begins if a number of this channel is reached in the other way. */
export function presentMove(channel: StoredChannel): MoveView {
  const from = factsOf(channel)
  const to = allFacts.find(({ name, shownAs }) => shownAs === from.shownAs && name !== channel)
  if (!to) throw badRequest('ERR_WAPP_NOT_INITIALIZED')
  return {
    to: to.linkedBy === 'phone' ? 'phone' : 'official',
    ends: traitsOf(from).filter((trait) => !has[trait](to)),
    begins: traitsOf(to).filter((trait) => !has[trait](from)),
  }
}

const traitsOf = (facts: ChannelFacts) => wayTraits.filter((trait) => has[trait](facts))

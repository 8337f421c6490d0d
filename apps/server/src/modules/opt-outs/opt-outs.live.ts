import type { UserActor } from '#platform/context'
import type { Deps } from '#platform/deps'
import type { Emission } from '#platform/live/publisher'
import { rooms } from '#platform/live/rooms'

/** Tells windows that somebody has opted out or in, and managers that the words have changed. */
export function optOutsLive({ publisher }: Pick<Deps, 'publisher'>): void {
  publisher.present(['optOut.changed'], async (companyId, facts) =>
    facts.map(({ ids: { contactId }, number: seq }): Emission => ({
      companyId,
      event: 'optOut',
      rooms: [rooms.company(companyId)],
      masked: 'same',
      payload: { action: 'update', contactId, seq },
    })),
  )

  publisher.present(['optOuts.imported', 'optOut.ended'], async (companyId, facts) =>
    facts.slice(-1).map(({ number: seq }): Emission => ({
      companyId,
      event: 'optOut',
      rooms: [rooms.company(companyId)],
      masked: 'same',
      payload: { action: 'reload', seq },
    })),
  )

  publisher.present(['optOutWords.saved'], async (companyId, facts) =>
    facts.slice(-1).map(({ number: seq }): Emission => ({
      companyId,
      event: 'optOutWords',
      rooms: [rooms.feature(companyId, 'useCampaigns')],
      only: ({ profile }: UserActor) => profile !== 'user',
      masked: 'nothing',
      payload: { action: 'update', seq },
    })),
  )
}

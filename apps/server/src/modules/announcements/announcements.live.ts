import type { AnnouncementEvent } from '@guiche/contract'
import type { Deps } from '#platform/deps'
import type { Emission } from '#platform/live/publisher'
import { rooms } from '#platform/live/rooms'
import { tellCompanies } from '#modules/companies'
import type { MediaLinks } from '#modules/media'
import { presentAnnouncement } from './announcements.presenter.ts'
import { findAnnouncement, findHearers } from './announcements.repository.ts'
import { audienceOf } from './audience.ts'

export function announcementsLive(deps: Deps, links: MediaLinks): void {
  const { operator } = deps.units

  /** Two statements, whatever the number of companies. A company that never was in the audience hears nothing. */
  tellCompanies<'announcement.changed'>(deps, ['announcement.changed'], async ({ ids }, companyIds) => {
    const row = await findAnnouncement(operator, ids.announcementId)
    const hearers = await findHearers(operator, { companyIds, now: audienceOf(row), before: ids.heardBy })
    const record = row && presentAnnouncement(row, links)
    return hearers.map(({ id, is_shown, was_shown }) =>
      toCompany(
        id,
        record && is_shown
          ? { action: was_shown ? 'update' : 'create', record }
          : { action: 'delete', id: ids.announcementId },
      ),
    )
  })

  /** The facts are those of the platform's company, where the operator is. */
  deps.publisher.present(['announcement.changed'], async (companyId, facts) =>
    facts.map(({ number: seq }) => ({
      companyId,
      event: 'announcementList' as const,
      rooms: [rooms.company(companyId)],
      masked: 'same' as const,
      payload: { action: 'update' as const, seq },
    })),
  )

  deps.publisher.present(['announcement.read'], async (companyId, facts) =>
    facts.map(({ number: seq, ids: { userId, announcementIds } }) => ({
      companyId,
      event: 'announcementsRead' as const,
      rooms: [rooms.user(companyId, userId)],
      masked: 'same' as const,
      payload: { ids: announcementIds, seq },
    })),
  )
}

const toCompany = (companyId: number, payload: AnnouncementEvent): Emission<'announcement'> => ({
  companyId,
  event: 'announcement',
  rooms: [rooms.company(companyId)],
  masked: 'same',
  payload,
})

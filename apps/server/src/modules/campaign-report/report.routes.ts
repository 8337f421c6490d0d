import { type CampaignPerson, limits } from '@guiche/contract'
import type { Deps } from '#platform/deps'
import { SentFile } from '#platform/http/sent-file'
import { isoTime } from '#platform/iso-time'
import type { MediaLinks } from '#modules/media'
import { accessCampaign, presentCampaign } from '#modules/campaigns'
import { peopleAsCsv, peopleAsWorkbook } from './export-people.ts'
import { type PersonRow, nextPeople } from './people.repository.ts'
import { readReport } from './read-report.ts'
import { repeatForFailed } from './repeat-for-failed.ts'

export function campaignReportRoutes(deps: Deps, links: MediaLinks): void {
  const { routes } = deps

  routes.handle('campaignReport', ({ params, read }) =>
    read(async (ctx) => readReport(ctx, await accessCampaign(ctx, params.id), links)),
  )

  routes.handle('listCampaignPeople', ({ params, query: { after = 0, ...filter }, read }) =>
    read(async (ctx) => {
      const { id } = await accessCampaign(ctx, params.id)
      // One more than is shown says whether there are others.
      const most = limits.campaignPeoplePerPage
      const rows = await nextPeople(ctx, id, filter, { after, most: most + 1 })
      return { people: rows.slice(0, most).map(presentPerson), hasMore: rows.length > most }
    }),
  )

  routes.handle('exportCampaignWorkbook', async ({ actor, params, query }) => {
    const wanted = { campaignId: params.id, filter: query }
    return new SentFile('campaign.xlsx', await peopleAsWorkbook(deps, actor, wanted))
  })

  routes.handle('exportCampaignCsv', async ({ actor, params, query }) => {
    const wanted = { campaignId: params.id, filter: query }
    return new SentFile('campaign.csv', await peopleAsCsv(deps, actor, wanted))
  })

  routes.handle('repeatForFailed', ({ params, run }) =>
    run(async (ctx) => presentCampaign(await accessCampaign(ctx, await repeatForFailed(ctx, params.id)), links)),
  )
}

const presentPerson = (row: PersonRow): CampaignPerson => ({
  id: row.id,
  name: row.name,
  number: row.number,
  email: row.email,
  state: row.state,
  reason: row.reason,
  variant: row.variant,
  connection: row.connection_name,
  requestedAt: isoTime(row.requested_at),
  confirmedAt: isoTime(row.confirmed_at),
  reachedAt: isoTime(row.reached_at),
  answeredAt: isoTime(row.answered_at),
})

import type { CampaignPeopleFilter } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { UserActor } from '#platform/context'
import type { Deps } from '#platform/deps'
import { timesIn } from '#platform/sheets/times-in'
import { csvOf } from '#platform/sheets/write-csv'
import { type SheetColumn, workbookOf } from '#platform/sheets/write-workbook'
import { companyTexts, findCompany } from '#modules/companies'
import { accessCampaign } from '#modules/campaigns'
import { type PersonRow, nextPeople } from './people.repository.ts'

const batch = 1000

interface Wanted {
  campaignId: number
  filter: CampaignPeopleFilter
}

interface People {
  columns: SheetColumn[]
  rows: AsyncGenerator<string[][]>
}

/** In both files no program takes a cell for a formula (S49). */
export async function peopleAsWorkbook(
  deps: Pick<Deps, 'units'>,
  actor: UserActor,
  wanted: Wanted,
): Promise<AsyncIterable<Buffer>> {
  const { columns, rows } = await readPeople(deps, actor, wanted)
  return workbookOf(columns, rows)
}

export async function peopleAsCsv(
  deps: Pick<Deps, 'units'>,
  actor: UserActor,
  wanted: Wanted,
): Promise<AsyncIterable<Buffer>> {
  const { columns, rows } = await readPeople(deps, actor, wanted)
  return csvOf(
    columns.map(({ title }) => title),
    rows,
  )
}

/** The people whom the person chose, read in batches while they are sent, each row once. They come in the order of their ids. */
async function readPeople(
  { units }: Pick<Deps, 'units'>,
  actor: UserActor,
  { campaignId, filter }: Wanted,
): Promise<People> {
  const { texts, timezone } = await units.run(actor, async (ctx) => {
    await accessCampaign(ctx, campaignId)
    await audit(ctx, { action: 'contacts.exported', object: 'campaign', objectId: campaignId, detail: { ...filter } })
    return { texts: await companyTexts(ctx), timezone: (await findCompany(ctx))?.timezone ?? 'UTC' }
  })
  const { campaignSheet, contactSheet } = texts
  const timeOf = timesIn(timezone)
  const columns = [
    { title: contactSheet.name, width: 32 },
    { title: contactSheet.number, width: 20 },
    { title: contactSheet.email, width: 32 },
    { title: contactSheet.status, width: 16 },
    { title: campaignSheet.reason, width: 40 },
    { title: campaignSheet.variant, width: 12 },
    { title: campaignSheet.connection, width: 24 },
    { title: campaignSheet.requestedAt, width: 20 },
    { title: campaignSheet.confirmedAt, width: 20 },
    { title: campaignSheet.reachedAt, width: 20 },
    { title: campaignSheet.answeredAt, width: 20 },
  ]
  return { columns, rows: rows() }

  async function* rows(): AsyncGenerator<string[][]> {
    let after = 0
    for (;;) {
      const from = after
      const people = await units.read(actor, (ctx) => nextPeople(ctx, campaignId, filter, { after: from, most: batch }))
      yield people.map(cellsOf)
      const last = people.at(-1)
      if (!last || people.length < batch) return
      after = last.id
    }
  }

  function cellsOf(row: PersonRow): string[] {
    const { reasons } = campaignSheet
    return [
      row.name,
      row.number,
      row.email,
      campaignSheet.states[row.state],
      row.reason === null ? '' : (reasons[row.reason] ?? row.reason),
      row.variant === null ? '' : String(row.variant),
      row.connection_name ?? '',
      ...[row.requested_at, row.confirmed_at, row.reached_at, row.answered_at].map(timeOf),
    ]
  }
}

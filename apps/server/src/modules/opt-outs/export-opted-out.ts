import { audit } from '#platform/audit'
import type { UserActor } from '#platform/context'
import type { Deps } from '#platform/deps'
import { timesIn } from '#platform/sheets/times-in'
import { csvOf } from '#platform/sheets/write-csv'
import { companyTexts, findCompany } from '#modules/companies'
import { type OptedOutRow, nextOptedOut } from './people.repository.ts'

const batch = 1000

/** The people who get no campaigns, read in batches while they are sent. */
export async function exportOptedOut(
  { units }: Pick<Deps, 'units'>,
  actor: UserActor,
  searchParam: string,
): Promise<AsyncIterable<Buffer>> {
  const { texts, timezone } = await units.run(actor, async (ctx) => {
    await audit(ctx, { action: 'contacts.exported', object: 'contacts', detail: { searchParam } })
    return { texts: await companyTexts(ctx), timezone: (await findCompany(ctx))?.timezone ?? 'UTC' }
  })
  const { contactSheet, optOutSheet } = texts
  const timeOf = timesIn(timezone)
  const { at, source, word, campaign, user, reason } = optOutSheet
  return csvOf([contactSheet.name, contactSheet.number, at, source, word, campaign, user, reason], rows())

  async function* rows(): AsyncGenerator<string[][]> {
    let last: number | undefined
    for (;;) {
      const before = last
      const people = await units.read(actor, (ctx) => nextOptedOut(ctx, { searchParam, before, most: batch }))
      yield people.map(cellsOf)
      last = people.at(-1)?.id
      if (people.length < batch) return
    }
  }

  function cellsOf(row: OptedOutRow): string[] {
    return [
      row.contact_name ?? optOutSheet.nobody,
      row.contact_number ?? '',
      timeOf(row.created_at),
      optOutSheet.sources[row.source],
      row.word,
      row.campaign_name ?? '',
      row.user_name ?? '',
      row.reason,
    ]
  }
}

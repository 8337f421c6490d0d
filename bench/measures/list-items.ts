import { limits } from '@guiche/contract'
import { addList } from '../campaigns.ts'
import { onDatabase } from '../database.ts'
import type { Client } from '../client.ts'
import { type Row, ms } from '../table.ts'
import type { Testbed } from '../testbed.ts'
import { beside } from './calls.ts'

const sizes = { large: 1_000_000, small: 10_000 }
/** The last page of the small list. */
const deep = sizes.small / limits.rowsPerPage

/** Measures the pages of people of a contact list: of a long list, beside the bare statement, and beside a short list. */
export async function measureListItems(testbed: Testbed): Promise<Row[]> {
  const seconds = testbed.isQuick ? 1.5 : 3
  const large = testbed.isQuick ? sizes.large / 10 : sizes.large
  const product = await testbed.fresh('list_items')
  const { companyId } = product.data
  const [largeId, smallId] = await onDatabase(testbed.adminUrlOf('list_items'), async (db) => [
    await addList(db, { companyId, from: 0, count: large }),
    await addList(db, { companyId, from: large, count: sizes.small }),
  ])
  const floor = await testbed.baselineOn('list_items', companyId)
  await product.logIn()
  const page = (client: Client, listId: number | undefined, pageNumber: number) =>
    client.get(`/contact-list-items?contactListId=${listId}&searchParam=&pageNumber=${pageNumber}`)
  for (const listId of [largeId, smallId]) {
    const { status, text } = await page(product.admin, listId, deep)
    if (status !== 200 || JSON.parse(text).contacts.length !== limits.rowsPerPage)
      throw new Error(`people of a list: ${status} ${text.slice(0, 200)}`)
  }
  const rows: Row[] = []
  for (const pageNumber of [1, deep]) {
    const offset = (pageNumber - 1) * limits.rowsPerPage
    const { mine, baseline } = await beside(1, seconds, {
      ours: () => page(product.admin, largeId, pageNumber),
      baselineCall: () => floor.client.get(`/items-page?value=${largeId}&value=${offset}`),
    })
    const ratio = mine.p50 / baseline.p50
    rows.push({
      what: `people of a contact list, page ${pageNumber}, ${large.toLocaleString('en')} people`,
      ours: `p50 ${ms(mine.p50)}, p95 ${ms(mine.p95)}`,
      baseline: `p50 ${ms(baseline.p50)} (×${ratio.toFixed(1)})`,
      wanted: '≤ ×3',
      holds: ratio <= 3,
    })
  }
  for (const pageNumber of [1, deep]) {
    const { mine: long, baseline: short } = await beside(1, seconds, {
      ours: () => page(product.admin, largeId, pageNumber),
      baselineCall: () => page(product.admin, smallId, pageNumber),
    })
    const ratio = long.p50 / short.p50
    rows.push({
      what: `people of a contact list, page ${pageNumber}, ${large.toLocaleString('en')} and ${sizes.small.toLocaleString('en')} people`,
      ours: `${ms(long.p50)} and ${ms(short.p50)} (×${ratio.toFixed(2)})`,
      wanted: '≤ ×1.5',
      holds: ratio <= 1.5,
    })
  }
  await product.stop()
  return rows
}

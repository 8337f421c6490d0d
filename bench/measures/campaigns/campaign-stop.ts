import { addList, hasStarted, numberOf, startCampaign } from '../../campaigns/campaigns.ts'
import { onDatabase } from '../../database.ts'
import { linkPhone, until } from '../../phones.ts'
import { type Row, ms } from '../../table.ts'
import type { Testbed } from '../../testbed.ts'

const numbers = 4
const rounds = 5
const people = 400
const from = 4_000_000

interface Stop {
  /** In ms after the call began. */
  answer: number
  lastSend: number
  /** Messages that the network got after the answer. */
  later: number
}

/** Measures how long a campaign still sends after somebody has stopped it (R31): each round is stopped in mid-run. */
export async function measureCampaignStop(testbed: Testbed): Promise<Row[]> {
  const product = await testbed.fresh('stop', { GUICHE_CAMPAIGN_PAUSE: '0' })
  const own = { ...testbed, whole: product }
  const connectionIds: number[] = []
  for (let nth = 0; nth < numbers; nth += 1)
    connectionIds.push((await linkPhone(own, { name: String(300 + nth).padStart(5, '0') })).id)
  const sends: number[] = []
  const stopWatching = testbed.whatsApp.faults.intercept(({ tag, attrs }, direction) => {
    if (direction === 'fromClient' && tag === 'message' && attrs['category'] !== 'peer') sends.push(performance.now())
    return 'pass'
  })
  const stops = await onDatabase(testbed.adminUrlOf('stop'), async (db) => {
    const done: Stop[] = []
    for (let round = 0; round < rounds; round += 1) {
      const first = from + round * people
      for (let nth = 0; nth < people; nth += 1) testbed.whatsApp.contact(numberOf(first + nth), `Pessoa ${nth}`)
      const listId = await addList(db, { companyId: product.data.companyId, from: first, count: people })
      const before = sends.length
      const id = await startCampaign(product, { connectionIds, listId })
      await hasStarted(db, id)
      await until(async () => sends.length - before >= people / 4)
      const begun = performance.now()
      const { status, text } = await product.admin.post(`/campaigns/${id}/cancel`, {})
      const answered = performance.now()
      if (status !== 204) throw new Error(`cancel: ${status} ${text}`)
      await until(async () => (await db.query('select from outbox')).rowCount === 0)
      const last = Math.max(begun, ...sends.slice(before))
      if (sends.length - before >= people) throw new Error('the campaign was done before it was stopped')
      const later = sends.filter((at) => at > answered).length
      done.push({ answer: answered - begun, lastSend: last - begun, later })
    }
    return done
  })
  stopWatching()
  await product.stop()
  const worst = (of: keyof Stop) => Math.max(...stops.map((stop) => stop[of]))
  return [
    {
      what: `campaign over ${numbers} WhatsApp numbers, stopped in mid-run: from the call to the last message that the network gets, the slowest of ${rounds}`,
      ours: `${ms(worst('lastSend'))}, ${worst('later')} after the answer`,
      baseline: `answer after ${ms(worst('answer'))}`,
      wanted: '< 2 s',
      holds: worst('lastSend') < 2000,
    },
  ]
}

import { addList, hasEnded, hasStarted, judge, numberOf, startCampaign } from '../../campaigns/campaigns.ts'
import { onDatabase } from '../../database.ts'
import { listen } from '../../listener.ts'
import { linkPhone, until } from '../../phones.ts'
import { cpuOf } from '../../processes.ts'
import { type Row, ms } from '../../table.ts'
import type { Testbed } from '../../testbed.ts'
import { measureOut, sendFirstMessages } from '../whatsapp.ts'

/** A number starts twenty automatic messages a second at most, so that this many are not what limits the campaign. */
const numbers = 8
const customers = 20
const from = 1_000_000

/**
 * Measures a campaign through the real client library, to people who have never heard from these numbers, beside answers
 * of an attendant on one of them.
 */
export async function measureCampaignNumbers(testbed: Testbed): Promise<Row[]> {
  const count = testbed.isQuick ? 400 : 2000
  const product = await testbed.fresh('numbers', { GUICHE_CAMPAIGN_PAUSE: '0' })
  const own = { ...testbed, whole: product }
  const linked: Awaited<ReturnType<typeof linkPhone>>[] = []
  for (let nth = 0; nth < numbers; nth += 1)
    linked.push(await linkPhone(own, { name: String(200 + nth).padStart(5, '0') }))
  const [first] = linked
  if (!first) throw new Error('no phone')
  const contacts = Array.from({ length: customers }, (_, nth) =>
    testbed.whatsApp.contact(`551196${String(1_000_000 + nth)}`, `Cliente ${nth}`),
  )
  const socket = await listen(product.url, product.tokens)
  await sendFirstMessages(socket, contacts, first.phone)
  socket.close()
  const out = await measureOut(own, contacts, first.phone, first.queueId, count / 4)

  const people = Array.from({ length: count }, (_, nth) =>
    testbed.whatsApp.contact(numberOf(from + nth), `Pessoa ${nth}`),
  )
  return onDatabase(testbed.adminUrlOf('numbers'), async (db) => {
    const listId = await addList(db, { companyId: product.data.companyId, from, count })
    const id = await startCampaign(product, { connectionIds: linked.map((one) => one.id), listId })
    await hasStarted(db, id)
    const [begun, before] = [performance.now(), cpuOf(product.pid)]
    await hasEnded(db, id, count)
    await until(async () => people.every(({ inbox }) => inbox.length > 0))
    const rate = (count * 1000) / (performance.now() - begun)
    const cpu = (cpuOf(product.pid) - before) / count
    await product.stop()
    const { lost, doubled } = judge(
      people.flatMap(({ inbox, number }) => inbox.map(() => number)),
      count,
    )
    const share = rate / out.perSecond
    return [
      {
        what: `campaign to ${count.toLocaleString('en')} strangers over ${numbers} WhatsApp numbers, until their phones have decrypted it`,
        ours: `${rate.toFixed(0)}/s, server ${ms(cpu)} CPU, ${lost} lost, ${doubled} doubled`,
        baseline: `${out.perSecond.toFixed(0)}/s, ${ms(out.cpu)} CPU: answers to ${customers} customers on one number (${(100 * share).toFixed(0)} %)`,
        wanted: '≥ 80 %, one each',
        holds: share >= 0.8 && lost === 0 && doubled === 0,
      },
    ]
  })
}

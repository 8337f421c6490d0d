import { setTimeout as pause } from 'node:timers/promises'
import type { Contact, Phone } from '@guiche/wa-testserver'
import { listen } from '../listener.ts'
import { linkPhone, until } from '../phones.ts'
import { countImported, talkSteadily } from '../steady-talk.ts'
import type { Testbed } from '../testbed.ts'
import { type Row, ms, percentile } from '../table.ts'

const day = 86_400_000
const chats = 200

/** Imports a phone's history while its customers send twenty live messages a second (reliability R14). */
export async function measureImports(testbed: Testbed): Promise<Row[]> {
  const { whole, whatsApp } = testbed
  const count = testbed.isQuick ? 5000 : 50_000
  const customers = Array.from({ length: chats }, (_, index) =>
    whatsApp.contact(`551197${String(1_000_000 + index)}`, `Antigo ${index}`),
  )
  const now = new Date()
  const { id, phone } = await linkPhone(testbed, {
    name: '77777',
    change: { importOldMessages: new Date(now.getTime() - 30 * day), importRecentMessages: now },
    prepare: (own) => own.remember(...past(own, customers, { count, now })),
  })
  const shown = async () => JSON.parse((await whole.admin.get(`/whatsapp/${id}`)).text)
  await until(async () => (await shown()).importProgress?.this > 0)

  const socket = await listen(whole.url, whole.tokens)
  const begun = performance.now()
  const progress: number[] = []
  let took = 0
  const watching = (async () => {
    while (took === 0) {
      const { statusImportMessages, importProgress } = await shown()
      if (importProgress) progress.push(importProgress.this)
      if (statusImportMessages === 'renderButtonCloseTickets') took = performance.now() - begun
      await pause(500)
    }
  })()
  const { sent, samples } = await talkSteadily(socket, {
    write: (nth, body) => void customers[nth % 20]?.chat(phone).text(body),
    goesOn: () => took === 0,
  })
  await watching
  socket.close()
  const kept = await countImported(testbed.adminUrlOf('whole'), whole.data.companyId)
  const p95 = percentile(samples, 0.95)
  const isMonotone = progress.every((one, index) => one >= (progress[index - 1] ?? 0))
  return [
    {
      what: `live messages at 20/s during an import of ${count} old messages`,
      ours: `p50 ${ms(percentile(samples, 0.5))}, p95 ${ms(p95)} (${samples.length} of ${sent}); ${((count - (progress[0] ?? 0)) / (took / 1000)).toFixed(0)} old ones/s, ${kept.rows} kept, ${kept.distinct} distinct`,
      wanted: 'p95 < 1 s, none lost, none twice, progress monotone',
      holds: p95 < 1000 && samples.length === sent && kept.rows === count && kept.distinct === count && isMonotone,
    },
  ]
}

function past(phone: Phone, customers: Contact[], { count, now }: { count: number; now: Date }) {
  return Array.from({ length: count }, (_, index) => ({
    with: customers[index % chats] ?? phone,
    ...(index % 3 === 0 && { by: phone }),
    text: `antiga ${index}`,
    at: new Date(now.getTime() - 20 * day + index * 10_000),
  }))
}

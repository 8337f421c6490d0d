import { setTimeout as pause } from 'node:timers/promises'
import type { Phone } from '@guiche/wa-testserver'
import type { Testbed } from './testbed.ts'

/** Creates a connection in the large company and links it to a new phone. */
export async function linkPhone(
  { whole, whatsApp }: Testbed,
  { name, change = {}, prepare }: { name: string; change?: object; prepare?: (phone: Phone) => void },
): Promise<{ id: number; phone: Phone; queueId: number }> {
  const phone = whatsApp.phone(`55119000${name}`, 'Bench', { businessName: 'Bench' })
  prepare?.(phone)
  const { queueId } = whole.data
  const body = { name: `Bench ${name}`, channel: 'whatsapp', queueIds: [queueId], ...change }
  const { id } = JSON.parse((await whole.admin.post('/whatsapp', body)).text)
  const shown = async () => JSON.parse((await whole.admin.get(`/whatsapp/${id}`)).text)
  await phone.scan(await until(async () => (await shown()).qrcode))
  await until(async () => (await shown()).status === 'CONNECTED')
  return { id, phone, queueId }
}

/** Asks again until the answer is truthy, and returns it. */
export async function until<T>(ask: () => Promise<T>): Promise<T> {
  const end = performance.now() + 120_000
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (performance.now() > end) throw new Error('the condition was not met within two minutes')
    await pause(20)
  }
}

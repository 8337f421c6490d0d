import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { whatsAppOfFile } from '#test/whatsapp'
import { eventually } from '#test/world'

const whatsApp = whatsAppOfFile()

async function saidIn(connectionId: number): Promise<string[]> {
  const rows = await whatsApp.company.sql('select body from messages where connection_id = $1 order by id', [
    connectionId,
  ])
  return rows.map(({ body }) => body)
}

describe('who calls a phone', () => {
  test('lets it ring where calls are taken, and is noted as missed', async () => {
    const line = await whatsApp.paired()
    const rita = whatsApp.customer()
    const hangUp = await rita.chat(line.phone).call({ copies: 2 })
    await eventually(async () => expect(await saidIn(line.id)).toEqual([expect.stringContaining('voz recebida')]))
    await hangUp()
    await eventually(async () => expect(await saidIn(line.id)).toEqual([expect.stringContaining('voz perdida')]))
  })

  test('is refused where the company takes no calls, and reads why on their phone', async () => {
    const line = await whatsApp.paired()
    const rita = whatsApp.customer()
    await whatsApp.company.setting('acceptCallWhatsapp', 'disabled')
    try {
      const refused = once(rita.events, 'call')
      await rita.chat(line.phone).call({ video: true })
      expect(await refused).toMatchObject([{ answer: 'reject' }])
      await rita.waitForMessage(({ text }) => text?.includes('As chamadas de voz e vídeo estão desabilitadas') === true)
      await eventually(async () => expect((await saidIn(line.id))[0]).toContain('vídeo recusada'))
      expect(await saidIn(line.id)).toHaveLength(2)
    } finally {
      await whatsApp.company.setting('acceptCallWhatsapp', 'enabled')
    }
  })
})

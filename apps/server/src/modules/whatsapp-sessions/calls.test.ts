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

describe('a call to a phone', () => {
  test('rings if the company takes calls, and is stored as missed', async () => {
    const connection = await whatsApp.paired()
    const rita = whatsApp.customer()
    const hangUp = await rita.chat(connection.phone).call({ copies: 2 })
    await eventually(async () => expect(await saidIn(connection.id)).toEqual([expect.stringContaining('voz recebida')]))
    await hangUp()
    await eventually(async () => expect(await saidIn(connection.id)).toEqual([expect.stringContaining('voz perdida')]))
  })

  test('is refused if the company takes no calls, and the caller gets the reason', async () => {
    const connection = await whatsApp.paired()
    const rita = whatsApp.customer()
    await whatsApp.company.setting('acceptCallWhatsapp', 'disabled')
    try {
      const refused = once(rita.events, 'call')
      await rita.chat(connection.phone).call({ video: true })
      expect(await refused).toMatchObject([{ answer: 'reject' }])
      await rita.waitForMessage(({ text }) => text?.includes('As chamadas de voz e vídeo estão desabilitadas') === true)
      await eventually(async () => expect((await saidIn(connection.id))[0]).toContain('vídeo recusada'))
      expect(await saidIn(connection.id)).toHaveLength(2)
    } finally {
      await whatsApp.company.setting('acceptCallWhatsapp', 'enabled')
    }
  })

  test('rings in a blocked company, also in one that takes no calls', async () => {
    const connection = await whatsApp.paired()
    const rita = whatsApp.customer()
    const { company } = whatsApp
    await company.setting('acceptCallWhatsapp', 'disabled')
    await company.sql(`update companies set due_date = '2020-01-31' where id = $1`, [company.id])
    try {
      const hangUp = await rita.chat(connection.phone).call()
      await eventually(async () =>
        expect(await saidIn(connection.id)).toEqual([expect.stringContaining('voz recebida')]),
      )
      await hangUp()
      await eventually(async () =>
        expect(await saidIn(connection.id)).toEqual([expect.stringContaining('voz perdida')]),
      )
    } finally {
      await company.sql('update companies set due_date = null where id = $1', [company.id])
      await company.setting('acceptCallWhatsapp', 'enabled')
    }
  })
})

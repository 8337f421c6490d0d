import { expect } from 'vitest'
import type { PastMessage, Phone } from '@guiche/wa-testserver'
import { eventually } from '#test/world'
import { whatsAppOfFile } from '../whatsapp.ts'

const day = 86_400_000
const now = Math.floor(Date.now() / 1000) * 1000
export const daysAgo = (days: number) => new Date(now - days * day)
export const since = daysAgo(30).toISOString()
/** An import of the last month. */
export const wanted = { importOldMessages: since, importRecentMessages: daysAgo(0).toISOString() }

/** Phones with a past, and connections that import it, for the tests of a file. */
export function importsOfFile() {
  const office = whatsAppOfFile()
  let phones = 0
  let customers = 0

  function newPhone(...past: PastMessage[]): Phone {
    const number = `55119100${String(++phones).padStart(5, '0')}`
    const phone = office.server.phone(number, 'Loja Central', { businessName: 'Loja Central' })
    phone.remember(...past)
    return phone
  }

  const newCustomer = (name: string) => office.server.contact(`5511970${String(++customers).padStart(6, '0')}`, name)

  async function paired(phone: Phone, more: object = {}): Promise<number> {
    const { id } = (await office.admin.post('/whatsapp', { name: `Loja ${phone.number.slice(-5)}`, ...more })).body
    await scan(id, phone)
    return id
  }

  async function scan(id: number, phone: Phone): Promise<void> {
    await eventually(async () => expect((await office.admin.get(`/whatsapp/${id}`)).body.qrcode).not.toBe(''))
    await phone.scan((await office.admin.get(`/whatsapp/${id}`)).body.qrcode)
    await eventually(async () => expect((await shown(id)).status).toBe('CONNECTED'))
  }

  const shown = async (id: number) => (await office.admin.get(`/whatsapp/${id}`)).body

  /** The phone has sent everything, and the pause after it is over. */
  async function silence(id: number): Promise<void> {
    await eventually(async () => {
      const [asked] = await office.company.sql(
        'select is_told, state from connection_imports where connection_id = $1',
        [id],
      )
      expect(asked).toMatchObject({ is_told: true, state: 'preparing' })
      const [chunk] = await office.company.sql('select max(id) as last from history_chunks where connection_id = $1', [
        id,
      ])
      expect(chunk.last).toBeNull()
    })
    await office.company.sql(
      `update connection_imports set heard_at = heard_at - interval '36 seconds' where connection_id = $1`,
      [id],
    )
  }

  async function imported(id: number): Promise<void> {
    await silence(id)
    await eventually(async () => expect((await shown(id)).statusImportMessages).toBe('renderButtonCloseTickets'))
  }

  const ticketsOf = (id: number) =>
    office.company.sql('select * from tickets where connection_id = $1 order by id', [id])

  const messagesOf = (id: number) =>
    office.company.sql('select * from messages where connection_id = $1 order by sent_at, id', [id])

  return {
    office,
    newPhone,
    newCustomer,
    paired,
    scan,
    shown,
    silence,
    imported,
    ticketsOf,
    messagesOf,
  }
}

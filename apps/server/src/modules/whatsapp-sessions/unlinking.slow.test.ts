import { describe, expect, test } from 'vitest'
import { type PairedConnection, whatsAppOfFile } from '#test/whatsapp'
import { eventually } from '#test/world'

const office = whatsAppOfFile()

const secretsOf = async (id: number) =>
  Number((await office.company.sql('select count(*) from connection_secrets where connection_id = $1', [id]))[0].count)
const shown = async (id: number) => (await office.admin.get(`/whatsapp/${id}`)).body
const historyOf = async (id: number) => (await office.admin.get(`/whatsapp/${id}/events`)).body.events
const wishOf = async (id: number) =>
  (await office.company.sql('select wish from whatsapp_sessions where connection_id = $1', [id]))[0].wish

/** Drops every unlink request together with its connection, until it is undone. */
function loseRequests({ phone }: PairedConnection) {
  let lost = 0
  const undo = office.server.faults.intercept(({ content }, direction, device) => {
    const isRequest = Array.isArray(content) && content.some(({ tag }) => tag === 'remove-companion-device')
    if (direction !== 'fromClient' || device?.account !== phone || !isRequest) return 'pass'
    lost += 1
    device.cut()
    return 'drop'
  })
  return { lost: () => lost, undo }
}

describe('unlinking a phone while WhatsApp does not accept the request', () => {
  test('shows it as disconnected, keeps its keys, and succeeds once WhatsApp accepts the request', async () => {
    const connection = await office.paired()
    const { id, phone } = connection
    const { lost, undo } = loseRequests(connection)

    await office.admin.delete(`/whatsappsession/${id}`)
    await eventually(() => expect(lost()).toBeGreaterThan(1))
    await eventually(async () => expect((await shown(id)).status).toBe('DISCONNECTED'))
    expect(phone.linkedDevices).toHaveLength(1)
    expect(await secretsOf(id)).toBeGreaterThan(5)
    // Other sessions are not delayed by it.
    const other = await office.paired()
    expect((await shown(other.id)).status).toBe('CONNECTED')
    undo()

    await eventually(() => expect(phone.linkedDevices).toEqual([]))
    await eventually(async () => expect(await secretsOf(id)).toBe(0))
    await eventually(async () =>
      expect((await historyOf(id))[0]).toMatchObject({ kind: 'unlinked', mayBeListed: false }),
    )
    expect(await wishOf(id)).toBe('none')
  })

  test('finishes before a code that was requested meanwhile is shown', async () => {
    const connection = await office.paired()
    const { id, phone } = connection
    const { lost, undo } = loseRequests(connection)
    await office.admin.delete(`/whatsappsession/${id}`)
    await eventually(() => expect(lost()).toBeGreaterThan(0))
    await office.admin.post(`/whatsappsession/${id}`)
    undo()

    await eventually(async () => expect((await shown(id)).qrcode).not.toBe(''))
    expect(phone.linkedDevices).toEqual([])
  })
})

describe('unlinking a phone whose number is banned', () => {
  async function banned(): Promise<PairedConnection> {
    const connection = await office.paired()
    office.server.faults.refuseLogins(403, { times: 1000, phone: connection.phone })
    connection.phone.linkedDevice.cut()
    await eventually(async () =>
      expect(await shown(connection.id)).toMatchObject({ status: 'DISCONNECTED', endReason: 'banned' }),
    )
    expect(await secretsOf(connection.id)).toBeGreaterThan(5)
    return connection
  }
  const isToldInHistory = (id: number) =>
    eventually(async () =>
      expect((await historyOf(id)).find(({ kind }: { kind: string }) => kind === 'unlinked')).toMatchObject({
        mayBeListed: true,
      }),
    )

  test('deletes its keys and records that the phone may still list this device', async () => {
    const { id } = await banned()
    await office.admin.delete(`/whatsappsession/${id}`)
    await isToldInHistory(id)
    await eventually(async () => expect(await secretsOf(id)).toBe(0))
  })

  test('lets another phone be linked, and records the same', async () => {
    const { id, phone } = await banned()
    await office.admin.put(`/whatsappsession/${id}`)
    await isToldInHistory(id)
    office.server.faults.acceptLogins(phone)
    await eventually(async () => expect((await shown(id)).qrcode).not.toBe(''))
  })
})

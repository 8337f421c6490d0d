import { describe, expect, test } from 'vitest'
import { type PairedLine, whatsAppOfFile } from '#test/whatsapp'
import { eventually } from '#test/world'

const office = whatsAppOfFile()

const secretsOf = async (id: number) =>
  Number((await office.company.sql('select count(*) from connection_secrets where connection_id = $1', [id]))[0].count)
const shown = async (id: number) => (await office.admin.get(`/whatsapp/${id}`)).body
const historyOf = async (id: number) => (await office.admin.get(`/whatsapp/${id}/events`)).body.events
const wishOf = async (id: number) =>
  (await office.company.sql('select wish from whatsapp_sessions where connection_id = $1', [id]))[0].wish

/** Until it is undone, no request to unlink comes through, and with each of them the connection is lost. */
function loseRequests({ phone }: PairedLine) {
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

describe('a phone that is to be unlinked while the network takes no request', () => {
  test('counts as disconnected, its keys are kept, and it is unlinked when the network takes one', async () => {
    const line = await office.paired()
    const { id, phone } = line
    const { lost, undo } = loseRequests(line)

    await office.admin.delete(`/whatsappsession/${id}`)
    await eventually(() => expect(lost()).toBeGreaterThan(1))
    await eventually(async () => expect((await shown(id)).status).toBe('DISCONNECTED'))
    expect(phone.linkedDevices).toHaveLength(1)
    expect(await secretsOf(id)).toBeGreaterThan(5)
    // Nobody waits for it.
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

  test('is unlinked first where a code was asked for meanwhile, and the code comes then', async () => {
    const line = await office.paired()
    const { id, phone } = line
    const { lost, undo } = loseRequests(line)
    await office.admin.delete(`/whatsappsession/${id}`)
    await eventually(() => expect(lost()).toBeGreaterThan(0))
    await office.admin.post(`/whatsappsession/${id}`)
    undo()

    await eventually(async () => expect((await shown(id)).qrcode).not.toBe(''))
    expect(phone.linkedDevices).toEqual([])
  })
})

describe('a phone whose number is banned and cannot be told', () => {
  async function banned(): Promise<PairedLine> {
    const line = await office.paired()
    office.server.faults.refuseLogins(403, { times: 1000, phone: line.phone })
    line.phone.linkedDevice.cut()
    await eventually(async () =>
      expect(await shown(line.id)).toMatchObject({ status: 'DISCONNECTED', endReason: 'banned' }),
    )
    expect(await secretsOf(line.id)).toBeGreaterThan(5)
    return line
  }
  const isToldInHistory = (id: number) =>
    eventually(async () =>
      expect((await historyOf(id)).find(({ kind }: { kind: string }) => kind === 'unlinked')).toMatchObject({
        mayBeListed: true,
      }),
    )

  test('is unlinked here: its keys go, and the history says that it may list us still', async () => {
    const { id } = await banned()
    await office.admin.delete(`/whatsappsession/${id}`)
    await isToldInHistory(id)
    await eventually(async () => expect(await secretsOf(id)).toBe(0))
  })

  test('leaves its place to another phone, and the history says the same', async () => {
    const { id, phone } = await banned()
    await office.admin.put(`/whatsappsession/${id}`)
    await isToldInHistory(id)
    office.server.faults.acceptLogins(phone)
    await eventually(async () => expect((await shown(id)).qrcode).not.toBe(''))
  })
})

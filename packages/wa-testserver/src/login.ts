import { S_WHATSAPP_NET } from '@whiskeysockets/baileys'
import type { LinkedDevice } from './devices/linked-device.ts'
import type { Directory } from './directory.ts'
import type { Faults } from './faults.ts'
import { nowSeconds } from './ids.ts'
import type { ClientConnection } from './wire/connection.ts'
import type { ClientHandshake } from './wire/noise.ts'
import { el } from './wire/nodes.ts'

const LOGGED_OUT = 401

export type LoginOutcome = { device: LinkedDevice } | { refusal: number }

/**
 * Identifies the device that logs in, or says why it is refused. Only devices whose Noise key the phone knows are
 * accepted.
 */
export function identify({ payload, staticKey }: ClientHandshake, directory: Directory, faults: Faults): LoginOutcome {
  const account = directory.byNumber(String(payload.username))
  const device = account?.devices.get(payload.device ?? 0)
  const refusal = faults.takeRefusal(account)
  if (refusal !== undefined) return { refusal }
  return device?.kind === 'linked' && device.noiseKey.equals(staticKey) ? { device } : { refusal: LOGGED_OUT }
}

/** Tells the client that its login succeeded. */
export async function welcome(connection: ClientConnection, device: LinkedDevice): Promise<void> {
  device.attach(connection)
  await connection.send(
    el('success', {
      t: nowSeconds(),
      lid: device.jid,
      display_name: device.account.businessName,
      props: 1,
      location: 'test',
    }),
  )
}

/** Sends the client its waiting messages. */
export async function goOnline(device: LinkedDevice): Promise<void> {
  const routing = el('edge_routing', {}, [el('routing_info', {}, Buffer.from('test-edge'))])
  await device.push(el('ib', { from: S_WHATSAPP_NET }, [routing]))
  await device.open()
  await bootstrap(device)
}

/** Once a new device is online and has published its keys, its phone sends it the initial data. */
export async function bootstrap(device: LinkedDevice): Promise<void> {
  if (device.isBootstrapped || !device.isOnline || !device.keys.isPublished) return
  device.isBootstrapped = true
  await device.account.bootstrap(device)
}

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

/** Who logs in, or why they may not: only the device whose Noise key the phone has seen gets in. */
export function identify({ payload, staticKey }: ClientHandshake, directory: Directory, faults: Faults): LoginOutcome {
  const account = directory.byNumber(String(payload.username))
  const device = account?.devices.get(payload.device ?? 0)
  const refusal = faults.takeRefusal(account)
  if (refusal !== undefined) return { refusal }
  return device?.kind === 'linked' && device.noiseKey.equals(staticKey) ? { device } : { refusal: LOGGED_OUT }
}

/** Tells the client that it is in. */
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

/** Hands the client what waits for it. */
export async function goOnline(device: LinkedDevice): Promise<void> {
  const routing = el('edge_routing', {}, [el('routing_info', {}, Buffer.from('test-edge'))])
  await device.push(el('ib', { from: S_WHATSAPP_NET }, [routing]))
  await device.open()
  await bootstrap(device)
}

/** Once a new device is online and has published its keys, its phone tells it what it has to know. */
export async function bootstrap(device: LinkedDevice): Promise<void> {
  if (device.isBootstrapped || !device.isOnline || !device.keys.isPublished) return
  device.isBootstrapped = true
  await device.account.bootstrap(device)
}

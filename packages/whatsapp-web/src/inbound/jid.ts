import type { Identity } from '@guiche/channel'
import { jidDecode } from '@whiskeysockets/baileys'

const kinds: Record<string, Identity['kind']> = {
  's.whatsapp.net': 'phone',
  'c.us': 'phone',
  lid: 'lid',
  'g.us': 'group',
}

/** Numbers and what the network makes of them. Part of an address comes from whoever writes. */
const user = /^[\w-]{1,64}$/

/** Who stands behind an address; a device's suffix is no part of it. Undefined: nobody to talk to (status, channels, bots). */
export function identityOf(jid: string | null | undefined): Identity | undefined {
  const decoded = jid ? jidDecode(jid) : undefined
  const kind = decoded && kinds[decoded.server]
  if (!decoded || !user.test(decoded.user) || !kind || (kind === 'phone' && decoded.user === '0')) return undefined
  return { kind, value: decoded.user }
}

/** One chat or person under the addresses that came with a stanza. A number says more than an opaque id, so it comes first. */
export function namesOf(
  address: string | null | undefined,
  alternative: string | null | undefined,
): [Identity, ...Identity[]] | undefined {
  const [first, second] = [identityOf(address), identityOf(alternative)]
  if (!first) return undefined
  if (!second) return [first]
  return second.kind === 'phone' ? [second, first] : [first, second]
}

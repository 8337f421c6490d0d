import type { Identity } from '@guiche/channel'
import { jidDecode } from '@whiskeysockets/baileys'

const kinds: Record<string, Identity['kind']> = {
  's.whatsapp.net': 'phone',
  'c.us': 'phone',
  lid: 'lid',
  'g.us': 'group',
}

/** Part of an address is chosen by the sender, so it is checked. */
const user = /^[\w-]{1,64}$/

/** The identity of an address, without the device. Undefined: not a chat partner (status, channels, bots). */
export function identityOf(jid: string | null | undefined): Identity | undefined {
  const decoded = jid ? jidDecode(jid) : undefined
  const kind = decoded && kinds[decoded.server]
  if (!decoded || !user.test(decoded.user) || !kind || (kind === 'phone' && decoded.user === '0')) return undefined
  return { kind, value: decoded.user }
}

/** The identities of one chat or person. The phone number comes before the LID. */
export function namesOf(
  address: string | null | undefined,
  alternative: string | null | undefined,
): [Identity, ...Identity[]] | undefined {
  const [first, second] = [identityOf(address), identityOf(alternative)]
  if (!first) return undefined
  if (!second) return [first]
  return second.kind === 'phone' ? [second, first] : [first, second]
}

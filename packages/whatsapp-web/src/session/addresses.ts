import { type WASocket, isPnUser, jidNormalizedUser } from '@whiskeysockets/baileys'
import type { Own } from '../inbound/to-inbound.ts'

/** The addresses of the paired account. */
export const ownOf = ({ user }: WASocket): Own => ({ id: user?.id ?? '', lid: user?.lid ?? '' })

export const numberIn = (jid: string | undefined): string => jid?.split(/[:@]/)[0] ?? ''

/** The address and, if known, its counterpart: LID or phone number. */
export async function namesOf({ signalRepository: { lidMapping } }: WASocket, jid: string): Promise<string[]> {
  const other = isPnUser(jid) ? await lidMapping.getLIDForPN(jid) : await lidMapping.getPNForLID(jid)
  return [jid, ...(other ? [jidNormalizedUser(other)] : [])]
}

import type { NumberedFact } from '#platform/facts'
import type { Parts } from '#platform/parts'
import type { Emission } from '#platform/publisher'
import { everybody, masked, rooms } from '#platform/rooms'
import { presentContact } from './contacts.presenter.ts'
import { type ContactRow, findContacts } from './contacts.repository.ts'

type Kinds = 'contact.saved' | 'contact.deleted' | 'contact.merged'

export function contactsLive({ units, publisher, publicUrl: { origin } }: Parts): void {
  publisher.present<Kinds>(['contact.saved', 'contact.deleted', 'contact.merged'], async (companyId, facts) => {
    const ids = facts.map((fact) => fact.ids.contactId)
    const contacts = await units.read({ kind: 'system', companyId }, (ctx) => findContacts(ctx, ids))
    const byId = new Map(contacts.map((contact) => [contact.id, contact]))
    return facts.flatMap((fact) => emissionsOf(companyId, fact, byId.get(fact.ids.contactId), origin))
  })
}

/** Those for whom numbers are masked are in rooms of their own, and hear of them masked. */
function emissionsOf(
  companyId: number,
  { kind, number: seq, ids }: NumberedFact<Kinds>,
  contact: ContactRow | undefined,
  origin: string,
): Emission[] {
  const target = { companyId, event: 'contact' } as const
  if (kind !== 'contact.saved') {
    const contactId = String(ids.contactId)
    const merged = 'intoId' in ids ? { mergedIntoId: ids.intoId } : {}
    return [{ ...target, rooms: everybody(companyId), payload: { action: 'delete', contactId, ...merged, seq } }]
  }
  // Gone since: its own fact says so.
  if (!contact) return []
  const update = (room: string, isMasked: boolean): Emission => ({
    ...target,
    rooms: [room],
    payload: { action: 'update', contact: presentContact(contact, { masked: isMasked, origin }), seq },
  })
  const room = rooms.company(companyId)
  return [update(room, false), update(masked(room), true)]
}

import type { NumberedFact } from '#platform/facts'
import type { Deps } from '#platform/deps'
import type { PayloadVariants } from '#platform/live/live'
import type { Emission } from '#platform/live/publisher'
import { rooms } from '#platform/live/rooms'
import { presentContact } from './contacts.presenter.ts'
import { type ContactRow, findContacts } from './contacts.repository.ts'

const kinds = ['contact.saved', 'contact.deleted', 'contact.merged', 'contact.parted'] as const
type Kinds = (typeof kinds)[number]

export function contactsLive(deps: Deps): void {
  presentContacts(deps)
  presentImports(deps)
}

/** Tells every browser that its lists of contacts are old: once for facts that are presented together. */
function presentImports({ publisher }: Deps): void {
  publisher.present<'contacts.imported'>(['contacts.imported'], async (companyId, facts) => [
    {
      companyId,
      event: 'contact',
      rooms: [rooms.company(companyId)],
      masked: 'same',
      payload: { action: 'reload', records: [], seq: facts.at(-1)?.number ?? 0 },
    },
  ])
}

function presentContacts({ units, publisher, publicUrl: { origin } }: Deps): void {
  publisher.present<Kinds>(kinds, async (companyId, facts) => {
    const ids = facts.map((fact) => fact.ids.contactId)
    const contacts = await units.read({ kind: 'system', companyId }, (ctx) => findContacts(ctx, ids))
    const byId = new Map(contacts.map((contact) => [contact.id, contact]))
    return facts.flatMap((fact) => emissionsOf(companyId, fact, byId.get(fact.ids.contactId), origin))
  })
}

function emissionsOf(
  companyId: number,
  { kind, number: seq, ids }: NumberedFact<Kinds>,
  contact: ContactRow | undefined,
  origin: string,
): Emission[] {
  const target = { companyId, event: 'contact', rooms: [rooms.company(companyId)] } as const
  if (kind === 'contact.deleted' || kind === 'contact.merged') {
    const contactId = String(ids.contactId)
    const merged = 'intoId' in ids ? { mergedIntoId: ids.intoId } : {}
    return [{ ...target, masked: 'same', payload: { action: 'delete', contactId, ...merged, seq } }]
  }
  // It was deleted meanwhile, which has a fact of its own.
  if (!contact) return []
  const isNew = kind === 'contact.parted' || 'isNew' in ids
  const update = (isMasked: boolean): PayloadVariants<'contact'> => ({
    payload: {
      action: isNew ? 'create' : 'update',
      ...('fromId' in ids && { partedFromId: ids.fromId }),
      contact: presentContact(contact, { masked: isMasked, origin }),
      seq,
    },
  })
  return [{ ...target, ...update(false), masked: update(true) }]
}

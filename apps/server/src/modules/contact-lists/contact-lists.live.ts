import { type ContactListEvent, type ContactListItemEvent, limits } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import type { NumberedFact } from '#platform/facts'
import type { Emission } from '#platform/live/publisher'
import { rooms } from '#platform/live/rooms'
import { presentContactList, presentItem } from './contact-lists.presenter.ts'
import { findContactLists } from './tables/contact-lists.repository.ts'
import { findItems, pageOfItems } from './tables/items.repository.ts'

type ListKinds = 'contactList.saved' | 'contactList.deleted'
type ItemKinds = 'contactListItem.saved' | 'contactListItem.deleted'

export function contactListsLive({ units, publisher }: Pick<Deps, 'units' | 'publisher'>): void {
  const read = <T>(companyId: number, work: (ctx: Ctx) => Promise<T>) => units.read({ kind: 'system', companyId }, work)

  publisher.present<ListKinds>(['contactList.saved', 'contactList.deleted'], async (companyId, facts) => {
    const ids = facts.map(({ ids: { contactListId } }) => contactListId)
    const rows = new Map((await read(companyId, (ctx) => findContactLists(ctx, ids))).map((row) => [row.id, row]))
    return facts.flatMap((fact) => {
      const row = rows.get(fact.ids.contactListId)
      // One that was deleted meanwhile has a fact of its own.
      if (fact.kind === 'contactList.saved' && !row) return []
      const payload: ContactListEvent = row
        ? { action: isNew(fact) ? 'create' : 'update', record: presentContactList(row), seq: fact.number }
        : { action: 'delete', id: fact.ids.contactListId, seq: fact.number }
      return [{ ...audience(companyId), event: 'contactList', payload }]
    })
  })

  publisher.present<ItemKinds>(['contactListItem.saved', 'contactListItem.deleted'], async (companyId, facts) => {
    const ids = facts.map((fact) => fact.ids.contactListItemId)
    const rows = new Map((await read(companyId, (ctx) => findItems(ctx, ids))).map((row) => [row.id, row]))
    return facts.flatMap((fact): Emission[] => {
      const { contactListItemId: id } = fact.ids
      if ('contactListId' in fact.ids) {
        const { contactListId } = fact.ids
        const payload: ContactListItemEvent = { action: 'delete', id, contactListId, seq: fact.number }
        return [{ ...audience(companyId), event: 'contactListItem', payload }]
      }
      const row = rows.get(id)
      if (!row) return []
      const action = isNew(fact) ? 'create' : 'update'
      const payload: ContactListItemEvent = { action, record: presentItem(row), seq: fact.number }
      return [{ ...audience(companyId), event: 'contactListItem', payload }]
    })
  })

  publisher.present<'contactList.filled'>(['contactList.filled'], async (companyId, facts) => {
    // Of several facts of a list the last one tells all.
    const last = [...new Map(facts.map((fact) => [fact.ids.contactListId, fact])).values()]
    const emissions: Emission[] = []
    for (const { ids, number: seq } of last) {
      const { contactListId } = ids
      const rows = await read(companyId, (ctx) => pageOfItems(ctx, contactListId, 1))
      const records = rows.slice(0, limits.rowsPerPage).map(presentItem)
      const payload: ContactListItemEvent = { action: 'reload', contactListId, records, seq }
      const told = { ...audience(companyId), payload }
      emissions.push(
        { ...told, event: 'contactListItem' },
        { ...told, event: 'contactListItemsOf', about: contactListId },
      )
    }
    return emissions
  })
}

/** Numbers of phones are never masked for admins and supervisors. */
const audience = (companyId: number) =>
  ({ companyId, rooms: [rooms.managersWith(companyId, 'useCampaigns')], masked: 'nothing' }) as const

const isNew = ({ ids }: NumberedFact<ListKinds | ItemKinds>): boolean => 'isNew' in ids && ids.isNew === true

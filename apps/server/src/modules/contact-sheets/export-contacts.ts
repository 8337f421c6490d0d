import { isStandIn } from '@guiche/contract'
import { audit } from '#platform/audit'
import type { UserActor } from '#platform/context'
import type { Deps } from '#platform/deps'
import { workbookOf } from '#platform/sheets/write-workbook'
import { companyTexts } from '#modules/companies'
import { type ContactFilter, nextContacts, presentContact } from '#modules/contacts'

const batch = 1000

/**
 * A workbook of the contacts that the person chose, read in batches while it is sent. Each contact that exists from
 * beginning to end is in it once, because they come in the order of their ids.
 */
export async function exportContacts(
  { units, publicUrl: { origin } }: Pick<Deps, 'units' | 'publicUrl'>,
  actor: UserActor,
  filter: ContactFilter,
): Promise<AsyncIterable<Buffer>> {
  const people = { ...filter, isGroup: false }
  const texts = await units.run(actor, async (ctx) => {
    await audit(ctx, { action: 'contacts.exported', object: 'contacts', detail: { ...filter } })
    return (await companyTexts(ctx)).contactSheet
  })
  const columns = [
    { title: texts.name, width: 32 },
    { title: texts.number, width: 20 },
    { title: texts.email, width: 32 },
    { title: texts.tags, width: 28 },
    { title: texts.extra, width: 40 },
    { title: texts.status, width: 12 },
  ]
  return workbookOf(columns, rows())

  async function* rows(): AsyncGenerator<string[][]> {
    let after = 0
    for (;;) {
      const from = after
      const contacts = await units.read(actor, (ctx) => nextContacts(ctx, people, { after: from, most: batch }))
      yield contacts.map((row) => {
        const contact = presentContact(row, { masked: actor.numbersMasked, origin })
        return [
          contact.name,
          isStandIn(contact.number) ? '' : contact.number,
          contact.email,
          contact.tags.map(({ name }) => name).join(', '),
          contact.extraInfo.map(({ name, value }) => `${name}: ${value}`).join('\n'),
          contact.active ? texts.active : texts.blocked,
        ]
      })
      const last = contacts.at(-1)
      if (!last || contacts.length < batch) return
      after = last.id
    }
  }
}

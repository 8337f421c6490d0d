import type { UserActor } from '#platform/context'
import { noPermission } from '#platform/errors'
import type { Deps } from '#platform/deps'
import type { Channels } from '#channels/registry'
import { contactHasTags } from '#modules/tags'
import { blockContact } from './block-contact.ts'
import type { NumberCheck } from './check-number.ts'
import { presentContact, presentListedContact, presentPicture } from './contacts.presenter.ts'
import { findContactByNumber } from './contacts.repository.ts'
import { listContacts, pickContacts } from './list-contacts.ts'
import type { Pictures } from './request-pictures.ts'
import { createContact, getContact, newNumberOf, toggleOf, updateContact } from './save-contact.ts'

interface Wiring {
  channels: Channels
  numbers: NumberCheck
  pictures: Pictures
}

export function contactsRoutes(deps: Deps, { channels, numbers, pictures }: Wiring): void {
  const {
    routes,
    publicUrl: { origin },
  } = deps
  const viewerOf = ({ numbersMasked }: UserActor) => ({ masked: numbersMasked, origin })

  routes.handle('listContacts', async ({ actor, query, read }) => {
    const { contacts, count, hasMore } = await read((ctx) => listContacts(ctx, query))
    return { contacts: contacts.map((contact) => presentListedContact(contact, viewerOf(actor))), count, hasMore }
  })

  routes.handle('pickContacts', async ({ actor, query: { name, companyId }, read }) => {
    if (companyId !== undefined && companyId !== actor.companyId) throw noPermission()
    const contacts = await read((ctx) => pickContacts(ctx, name))
    return contacts.map((contact) => presentContact(contact, viewerOf(actor)))
  })

  routes.handle('getContact', async ({ actor, params, read }) => {
    const contact = await read((ctx) => getContact(ctx, params.id))
    pictures.seen(actor.companyId, contact.id)
    return presentContact(contact, viewerOf(actor))
  })

  routes.handle('contactByNumber', async ({ params, read }) => {
    const contact = await read((ctx) => findContactByNumber(ctx, params.number.replace(/\D/g, '')))
    return { contactId: contact?.id ?? 0, ...presentPicture(contact?.picture_url ?? null, origin) }
  })

  routes.handle('createContact', async ({ actor, body, run }) => {
    const number = await numbers.typed(actor, body.number)
    return presentContact(await run((ctx) => createContact(ctx, { ...body, number })), viewerOf(actor))
  })

  routes.handle('updateContact', async ({ actor, params, body, read, run }) => {
    const contact = await read((ctx) => getContact(ctx, params.id))
    const typed = newNumberOf(contact, body.number ?? '')
    const change = typed === undefined ? body : { ...body, number: await numbers.typed(actor, typed) }
    return presentContact(await run((ctx) => updateContact(ctx, params.id, change)), viewerOf(actor))
  })

  routes.handle('toggleDisableBot', async ({ actor, params, run }) =>
    presentContact(await run((ctx) => toggleOf(ctx, params.id, 'bot_disabled')), viewerOf(actor)),
  )

  routes.handle('toggleAcceptAudio', async ({ actor, params, run }) =>
    presentContact(await run((ctx) => toggleOf(ctx, params.id, 'accepts_audio')), viewerOf(actor)),
  )

  routes.handle('blockContact', async ({ actor, params, body }) =>
    presentContact(await blockContact({ ...deps, channels }, actor, params.id, body), viewerOf(actor)),
  )

  routes.handle('contactHasTags', async ({ params, read }) => ({
    tags: await read(async (ctx) => contactHasTags(ctx, (await getContact(ctx, params.id)).id)),
  }))
}

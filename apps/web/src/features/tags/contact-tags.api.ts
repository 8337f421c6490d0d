import { api } from '@guiche/contract'
import { call } from '../../lib/api.ts'

/** Replaces all tags of the contact. */
export const syncTags = (contactId: number, tags: { id: number }[]) =>
  call(api.syncTags, { body: { contactId, tags: tags.map(({ id }) => ({ id })) } })

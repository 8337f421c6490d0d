import type { Channel, ContactView } from '@guiche/contract'
import type { ContactRow } from './contacts.repository.ts'
import type { ListedContactRow } from './list-contacts.ts'
import { maskNumber, maskNumbersIn } from './mask-number.ts'

interface Sight {
  /** Whether numbers are masked for who is looking (S67). */
  masked: boolean
}

export function presentContact(row: ContactRow, { masked }: Sight): ContactView {
  const number = row.phone ?? ''
  const tags = row.tags ?? []
  return {
    id: row.id,
    companyId: row.company_id,
    name: masked ? maskNumbersIn(row.name) : row.name,
    number: masked ? maskNumber(number) : number,
    email: row.email,
    profilePicUrl: row.picture_url,
    urlPicture: row.picture_url,
    isGroup: row.is_group,
    active: row.is_active,
    disableBot: row.bot_disabled,
    acceptAudioMessage: row.accepts_audio,
    lgpdAcceptedAt: row.lgpd_accepted_at?.toISOString() ?? null,
    channel: channelOf(row.known_by),
    remoteJid: null,
    extraInfo: row.fields ?? [],
    tags,
    contactTags: tags.map((tag) => ({ contactId: row.id, tagId: tag.id })),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export function presentListedContact(row: ListedContactRow, sight: Sight) {
  const last = row.last_ticket
  return {
    ...presentContact(row, sight),
    tickets: last
      ? [
          {
            id: last.id,
            status: last.status,
            createdAt: new Date(last.createdAt).toISOString(),
            updatedAt: new Date(last.updatedAt).toISOString(),
          },
        ]
      : [],
  }
}

/** The channel of a contact is that by which it was known first. */
function channelOf(knownBy: string | null): Channel {
  switch (knownBy ?? '') {
    case 'messenger':
      return 'facebook'
    case 'instagram':
      return 'instagram'
    case 'visitor':
    case 'email':
      return 'webchat'
    default:
      return 'whatsapp'
  }
}

import type { Channel, ContactView } from '@guiche/contract'
import { isoTime } from '#platform/iso-time'
import type { ContactRow } from './contacts.repository.ts'
import type { ListedContactRow } from './list-contacts.ts'
import { maskNumber, maskNumbersIn } from './mask-number.ts'

interface Sight {
  /** Whether numbers are masked for who is looking (S67). */
  masked: boolean
  /** Of this installation, as browsers reach it. */
  origin: string
}

export function presentContact(row: ContactRow, { masked, origin }: Sight): ContactView {
  const number = row.phone ?? ''
  const tags = row.tags ?? []
  return {
    id: row.id,
    companyId: row.company_id,
    name: masked ? maskNumbersIn(row.name) : row.name,
    number: masked ? maskNumber(number) : number,
    email: row.email,
    profilePicUrl: wholeAddress(row.picture_url, origin),
    urlPicture: wholeAddress(row.picture_url, origin),
    isGroup: row.is_group,
    active: row.is_active,
    disableBot: row.bot_disabled,
    acceptAudioMessage: row.accepts_audio,
    lgpdAcceptedAt: isoTime(row.lgpd_accepted_at),
    channel: channelOf(row.known_by),
    remoteJid: null,
    extraInfo: row.fields ?? [],
    tags,
    contactTags: tags.map((tag) => ({ contactId: row.id, tagId: tag.id })),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
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
            createdAt: isoTime(new Date(last.createdAt)),
            updatedAt: isoTime(new Date(last.updatedAt)),
          },
        ]
      : [],
  }
}

/** Clients may come from another origin than this one: they get whole addresses (wire contract, section 0). */
export const wholeAddress = (path: string | null, origin: string): string | null =>
  path === null ? null : new URL(path, origin).href

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

import { type ContactView, standInNumber } from '@guiche/contract'
import { factsOfKind } from '#channels/facts'
import { isoTime } from '#platform/iso-time'
import type { ContactRow } from './contacts.repository.ts'
import type { ListedContactRow } from './list-contacts.ts'
import { maskNumber, maskNumbersIn } from './mask-number.ts'
import { noPicture } from './no-picture.ts'

interface Viewer {
  /** Whether numbers are masked for the viewer (S67). */
  masked: boolean
  /** The public origin of this installation. */
  origin: string
}

export function presentContact(row: ContactRow, { masked, origin }: Viewer): ContactView {
  const tags = row.tags ?? []
  const shown = masked ? maskNumbersIn : (text: string) => text
  return {
    id: row.id,
    companyId: row.company_id,
    name: shown(row.name),
    number: presentNumber(row, masked),
    email: row.email,
    ...presentPicture(row.picture_url, origin),
    isGroup: row.is_group,
    active: row.is_active,
    disableBot: row.bot_disabled,
    acceptAudioMessage: row.accepts_audio,
    lgpdAcceptedAt: isoTime(row.lgpd_accepted_at),
    channel: factsOfKind(row.known_by).shownAs,
    remoteJid: null,
    extraInfo: (row.fields ?? []).map((field) => ({ ...field, name: shown(field.name), value: shown(field.value) })),
    tags,
    contactTags: tags.map((tag) => ({ contactId: row.id, tagId: tag.id })),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  }
}

export function presentListedContact(row: ListedContactRow, viewer: Viewer) {
  const last = row.last_ticket
  return {
    ...presentContact(row, viewer),
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

/** The digits of the phone number, or a stand-in number if there is none. */
export function presentNumber({ id, phone }: Pick<ContactRow, 'id' | 'phone'>, masked: boolean): string {
  if (phone === null) return standInNumber(id)
  return masked ? maskNumber(phone) : phone
}

/** `urlPicture` is null without a picture, because our own screens draw a placeholder. */
export const presentPicture = (path: string | null, origin: string) => ({
  urlPicture: absoluteAddress(path, origin),
  profilePicUrl: new URL(path ?? noPicture, origin).href,
})

/** Clients may come from another origin, so they get absolute addresses (docs/requirements/service.md, section 7). */
const absoluteAddress = (path: string | null, origin: string): string | null =>
  path === null ? null : new URL(path, origin).href

/** The author of a message in a group. */
export interface SpeakerPart {
  name: string
  identity: { kind: string; value: string }
}

/** The name, or else the number. Callers mask numbers in it for users who may not see them (S67). */
export const speakerOf = ({ name, identity }: SpeakerPart) =>
  name || (identity.kind === 'phone' ? `+${identity.value}` : '')

import type { Card, ContactView, TicketConflict, TicketView } from '@guiche/contract'
import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQuery } from '@tanstack/react-query'
import { ContactDialog } from '../../../features/contacts/contact-dialog.tsx'
import { contactOfCard } from '../../../features/contacts/contacts.api.ts'
import { ContactSelect } from '../../../features/contacts/contact-select.tsx'
import { conflictOf, useCreateTicket } from '../../../features/tickets/change-ticket.ts'
import { isAdmin, useMe } from '../../../lib/session.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import type { Picks } from '../use-picks.ts'

interface Props {
  /** The contact, if it is chosen already. */
  contact?: Chosen | undefined
  /** The person on a received contact card. */
  card?: Card | undefined
  picks: Picks
  onCreated: (ticket: TicketView) => void
  onConflict: (conflict: TicketConflict, contactName: string) => void
  onClose: () => void
}

type Chosen = Pick<ContactView, 'id' | 'name' | 'number' | 'urlPicture' | 'channel' | 'isGroup'>

/** A queue is required except for admins, a connection always (docs/requirements/workspace.md, section 5). */
export function NewTicketDialog({ contact: given, card, picks, onCreated, onConflict, onClose }: Props) {
  const { t } = useTranslation()
  const me = useMe()
  const create = useCreateTicket()
  const contactOnCard = useQuery({ ...contactOfCard(card?.number ?? ''), enabled: card !== undefined }).data
  const [chosen, setChosen] = useState<Chosen | null | undefined>(given)
  const contact = chosen === undefined ? (contactOnCard ?? undefined) : (chosen ?? undefined)
  const setContact = (next: Chosen | undefined) => setChosen(next ?? null)
  const [unknown, setUnknown] = useState<{ name?: string; number?: string }>()
  const unknownPerson = chosen === undefined && contactOnCard === null ? card : undefined
  const [queueId, setQueueId] = useState(me.queues.length === 1 ? String(me.queues[0]?.id) : null)
  const [chosenConnection, setChosenConnection] = useState<string | null>(null)
  const [isTold, setIsTold] = useState(false)
  // A contact can only be reached over its own channel.
  const usableConnections = picks.connections.filter(({ channel }) => !contact || channel === contact.channel)
  const connectionId = usableConnections.some(({ id }) => String(id) === chosenConnection)
    ? chosenConnection
    : usualConnection(usableConnections, me.whatsappId)
  const isMissing = { contact: !contact, queue: !queueId && !isAdmin(me), connection: !connectionId }

  const connectionError =
    usableConnections.length === 0
      ? t('tickets.dialog.create.noConnection')
      : isTold && isMissing.connection && t('tickets.dialog.create.connectionRequired')

  function save() {
    setIsTold(true)
    if (!contact || isMissing.queue || isMissing.connection) return
    create.mutate(
      { contactId: contact.id, queueId, whatsappId: connectionId, userId: me.id, status: 'open' },
      {
        onSuccess: onCreated,
        onError: (error) => {
          const conflict = conflictOf(error)
          if (conflict) onConflict(conflict, contact.name)
        },
      },
    )
  }

  return (
    <Dialog
      title={t('tickets.dialog.create.title')}
      action={t('tickets.dialog.create.action')}
      isBusy={create.isPending}
      isDirty={Boolean(contact) && contact !== given}
      onClose={onClose}
      onSubmit={save}
    >
      <ContactSelect
        label={t('tickets.dialog.create.contact')}
        description={t('tickets.dialog.create.contactText')}
        value={contact}
        onChange={setContact}
        onCreate={(typed) => setUnknown(givenOf(typed))}
        error={isTold && isMissing.contact && t('tickets.dialog.create.contactRequired')}
      />
      <Select
        label={t('tickets.dialog.create.queue')}
        withAsterisk={!isAdmin(me)}
        clearable={isAdmin(me)}
        allowDeselect={isAdmin(me)}
        placeholder={t('tickets.dialog.chooseQueue')}
        data={options(isAdmin(me) ? picks.queues : me.queues)}
        value={queueId}
        onChange={setQueueId}
        error={isTold && isMissing.queue && t('tickets.dialog.chooseQueue')}
      />
      <Select
        label={t('tickets.dialog.create.connection')}
        withAsterisk
        placeholder={t('tickets.dialog.create.connectionHint')}
        data={options(usableConnections)}
        value={connectionId}
        onChange={setChosenConnection}
        error={connectionError}
      />
      {(unknown ?? unknownPerson) && (
        <ContactDialog
          given={unknown ?? unknownPerson ?? {}}
          onSaved={setContact}
          onClose={() => {
            setUnknown(undefined)
            if (unknownPerson) setChosen((now) => now ?? null)
          }}
        />
      )}
    </Dialog>
  )
}

/** Digits are a number, anything else a name. */
const givenOf = (typed: string) =>
  /^[\d+() -]{6,}$/.test(typed) ? { number: typed.replace(/\D/g, '') } : { name: typed }

const options = (named: { id: number; name: string }[]) =>
  named.map(({ id, name }) => ({ value: String(id), label: name }))

/** The user's own connection, else the default, else the only one. */
function usualConnection(connections: Picks['connections'], own: number | null): string | null {
  const usual =
    connections.find(({ id }) => id === own) ??
    connections.find(({ isDefault }) => isDefault) ??
    (connections.length === 1 ? connections[0] : undefined)
  return usual ? String(usual.id) : null
}

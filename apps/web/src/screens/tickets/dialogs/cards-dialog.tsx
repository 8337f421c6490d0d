import { type ContactView, limits } from '@guiche/contract'
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContactSelect } from '../../../features/contacts/contact-select.tsx'
import { hasPhone, phoneText } from '../../../lib/phone.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import styles from './cards-dialog.module.css'

/** A contact whose card is sent. */
export type Shared = Pick<ContactView, 'id' | 'name' | 'number' | 'urlPicture' | 'channel' | 'isGroup'>

interface Props {
  onSend: (contacts: Shared[]) => void
  onClose: () => void
}

/** Chooses the contact cards to send: contacts with a number (docs/requirements/workspace.md, section 2). */
export function CardsDialog({ onSend, onClose }: Props) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<Shared[]>([])
  const [refused, setRefused] = useState<string>()

  function add(contact: Shared | undefined) {
    if (!contact) return
    const isThere = chosen.some(({ id }) => id === contact.id)
    const reason = !hasPhone(contact.number)
      ? t('tickets.dialog.cards.noNumber', { name: contact.name })
      : chosen.length >= limits.cardsPerMessage && !isThere
        ? t('tickets.dialog.cards.tooMany', { count: limits.cardsPerMessage })
        : undefined
    setRefused(reason)
    if (!reason && !isThere) setChosen([...chosen, contact])
  }

  return (
    <Dialog
      title={t('tickets.dialog.cards.title', { count: Math.max(1, chosen.length) })}
      action={t('tickets.dialog.cards.action')}
      isDirty={chosen.length > 0}
      onClose={onClose}
      onSubmit={() => (chosen.length > 0 ? onSend(chosen) : setRefused(t('tickets.dialog.create.contactRequired')))}
    >
      <ContactSelect
        label={t('tickets.dialog.cards.whose')}
        description={t('tickets.dialog.cards.whoseText')}
        value={undefined}
        onChange={add}
        error={refused}
      />
      {chosen.length > 0 && (
        <ul className={styles.chosen} aria-label={t('tickets.dialog.cards.chosen')}>
          {chosen.map((contact) => (
            <Person
              key={contact.id}
              contact={contact}
              onRemove={() => {
                setRefused(undefined)
                setChosen(chosen.filter(({ id }) => id !== contact.id))
              }}
            />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function Person({ contact, onRemove }: { contact: Shared; onRemove: () => void }) {
  const { t } = useTranslation()
  const { name, number, urlPicture, channel } = contact
  const phone = phoneText(number)
  return (
    <li>
      <Avatar name={name} size={32} picture={urlPicture} channel={channel} />
      <span className={styles.words}>
        <span className="cut">{name}</span>
        <small>{'text' in phone ? phone.text : t(phone.problem)}</small>
      </span>
      <ActionIcon size={28} aria-label={t('tickets.dialog.cards.remove', { name })} onClick={onRemove}>
        <IconX size={16} stroke={1.8} />
      </ActionIcon>
    </li>
  )
}

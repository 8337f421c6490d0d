import type { ConnectionView } from '@guiche/contract'
import { Alert, Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/cache/queries.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { importPhoneBook } from './contact-list.api.ts'

interface Props {
  /** The connections whose phone can be asked now. */
  connections: Pick<ConnectionView, 'id' | 'name'>[]
  onImported: () => void
  onClose: () => void
}

/** Adds the contacts of a linked phone, and says how many are new. */
export function PhoneBookDialog({ connections, onImported, onClose }: Props) {
  const { t } = useTranslation()
  const [chosenId, setChosenId] = useState<number>()
  const chosen = connections.find(({ id }) => id === chosenId) ?? connections[0]
  const begin = useMutation({
    mutationFn: importPhoneBook,
    onSuccess: onImported,
    meta: { handles: 'all' },
  })
  const title = t('contact-list.phoneBook.title')

  if (begin.data) {
    const { created, known } = begin.data
    return (
      <Dialog title={title} onClose={onClose}>
        <div role="status">
          <p>{t(created + known === 0 ? 'contact-list.phoneBook.nothing' : 'contact-list.phoneBook.done')}</p>
          {created > 0 && <p>{t('contact-list.phoneBook.created', { count: created })}</p>}
          {known > 0 && <p>{t('contact-list.phoneBook.known', { count: known })}</p>}
        </div>
      </Dialog>
    )
  }
  if (!chosen) {
    return (
      <Dialog title={title} onClose={onClose}>
        <Alert color="orange" role="alert">
          {t('contact-list.phoneBook.notConnected')}
        </Alert>
      </Dialog>
    )
  }
  return (
    <Dialog
      title={title}
      action={t('contact-list.phoneBook.begin')}
      isBusy={begin.isPending}
      focusAction
      onClose={onClose}
      onSubmit={() => begin.mutate(chosen.id)}
    >
      <p>{t('contact-list.phoneBook.text')}</p>
      {connections.length > 1 && (
        <Select
          label={t('contact-list.phoneBook.connection')}
          allowDeselect={false}
          data={connections.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(chosen.id)}
          onChange={(id) => setChosenId(Number(id))}
        />
      )}
      {begin.error && (
        <Alert color="red" role="alert">
          {errorText(begin.error)}
        </Alert>
      )}
    </Dialog>
  )
}

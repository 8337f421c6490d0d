import type { ContactMerge, ContactView } from '@guiche/contract'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { causeOf } from '../../../lib/api-error.ts'
import { useFormat } from '../../../lib/format.ts'
import { phoneText } from '../../../lib/phone.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Failure } from '../../../ui/states/failure.tsx'
import { TableSkeletons } from '../../../ui/states/skeletons.tsx'
import { toast } from '../../../ui/toasts/toasts.tsx'
import styles from './merging.module.css'
import { mergesOf, partContacts } from './merging.api.ts'

interface Props {
  contact: ContactView
  onParted: () => void
  onClose: () => void
}

/** The contacts that were merged into this one; each can be parted again. */
export function PartDialog({ contact, onParted, onClose }: Props) {
  const { t } = useTranslation()
  const merges = useQuery(mergesOf(contact.id))
  const [asked, setAsked] = useState<ContactMerge>()
  const part = useMutation({
    mutationFn: (merge: ContactMerge) => partContacts(contact.id, merge.id),
    onSuccess: () => {
      toast.success(t('contacts.part.done'))
      onParted()
      onClose()
    },
    onError: () => setAsked(undefined),
  })

  return (
    <Dialog title={t('contacts.part.title', { name: contact.name })} onClose={onClose}>
      {merges.isPending && <TableSkeletons rows={2} label={t('ui.loading')} />}
      {merges.isError && <Failure cause={causeOf(merges.error)} onRetry={() => void merges.refetch()} />}
      {merges.data?.length === 0 && <p className={styles.hint}>{t('contacts.part.nothing')}</p>}
      <ul className={styles.merges}>
        {merges.data?.map((merge) => (
          <Merged key={merge.id} merge={merge} onPart={() => setAsked(merge)} />
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title={t('contacts.part.question')}
          action={t('contacts.part.action')}
          isBusy={part.isPending}
          onConfirm={() => part.mutate(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>
            <b>{asked.contact.name}</b>
          </p>
          <p>{t('contacts.part.text')}</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

function Merged({ merge: { contact, user, createdAt }, onPart }: { merge: ContactMerge; onPart: () => void }) {
  const { t } = useTranslation()
  const phone = phoneText(contact.number)
  const when = useFormat().dateTime(createdAt)
  return (
    <li className={styles.merged}>
      <div>
        <b>{contact.name}</b>
        <small>{'text' in phone ? phone.text : t(phone.problem)}</small>
        <small>{user ? t('contacts.part.by', { user: user.name, when }) : when}</small>
      </div>
      <Button size="xs" variant="default" onClick={onPart}>
        {t('contacts.part.action')}
      </Button>
    </li>
  )
}

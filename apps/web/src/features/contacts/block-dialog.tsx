import type { ContactView } from '@guiche/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import { blockContact, rememberContact } from './contacts.api.ts'

interface Props {
  contact: ContactView
  onSaved?: (contact: ContactView) => void
  onClose: () => void
}

export function BlockDialog({ contact, onSaved, onClose }: Props) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const kind = contact.active ? 'block' : 'unblock'
  const change = useMutation({
    mutationFn: () => blockContact(contact.id, !contact.active),
    onSuccess: (saved) => {
      rememberContact(cache, saved)
      onSaved?.(saved)
      toast.success(t(`contacts.${kind}.done`))
      onClose()
    },
    onError: onClose,
  })
  return (
    <ConfirmDialog
      title={t(`contacts.${kind}.title`)}
      action={t(`contacts.${kind}.action`)}
      isDanger={contact.active}
      isBusy={change.isPending}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      <p>
        <b>{contact.name}</b>
      </p>
      <p>{t(`contacts.${kind}.text`)}</p>
    </ConfirmDialog>
  )
}

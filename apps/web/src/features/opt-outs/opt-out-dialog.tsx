import { type ContactView, api, limits } from '@guiche/contract'
import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkedOnBlur, rulesOf } from '../../lib/form-rules.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'
import { useChangeOptOut } from './opt-outs.api.ts'

interface Props {
  contact: ContactView
  isOptedOut: boolean
  onClose: () => void
}

const Rules = api.changeOptOut.body.pick({ reason: true })

/** Opts a contact out, or in again; the reason is kept. */
export function OptOutDialog({ contact, isOptedOut, onClose }: Props) {
  const { t } = useTranslation()
  // Somebody else may change it meanwhile; the question that was asked is answered.
  const [kind] = useState<'back' | 'out'>(isOptedOut ? 'back' : 'out')
  const change = useChangeOptOut(contact.id)
  const form = useForm({ initialValues: { reason: '' }, validate: rulesOf(Rules), ...checkedOnBlur })

  return (
    <Dialog
      title={t(`opt-outs.${kind}Dialog.title`)}
      action={t(`opt-outs.${kind}Dialog.action`)}
      isBusy={change.isPending}
      isDirty={form.isDirty()}
      onClose={onClose}
      onSubmit={form.onSubmit(({ reason }) =>
        change.mutate(
          { isOptedOut: kind === 'out', reason },
          {
            onSuccess: () => {
              toast.success(t(`opt-outs.${kind}Dialog.done`))
              onClose()
            },
          },
        ),
      )}
    >
      <p>
        <b>{contact.name}</b>
      </p>
      <p>{t(`opt-outs.${kind}Dialog.text`)}</p>
      <Textarea
        data-autofocus
        withAsterisk
        autosize
        minRows={2}
        maxRows={5}
        maxLength={limits.optOutReason}
        label={t('opt-outs.reason')}
        description={t('opt-outs.reasonHint')}
        {...form.getInputProps('reason')}
      />
    </Dialog>
  )
}

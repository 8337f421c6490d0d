import { api, limits } from '@guiche/contract'
import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { checkedOnBlur, rulesOf } from '../../lib/form-rules.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/toasts/toasts.tsx'

interface Props {
  /** Of the person. */
  name: string
  /** They get no campaigns any more, or get them again. */
  kind: 'back' | 'out'
  isBusy: boolean
  onChange: (reason: string, done: { onSuccess: () => void }) => void
  onClose: () => void
}

const Rules = api.changeOptOut.body.pick({ reason: true })

/** Opts somebody out, or in again; the reason is kept. */
export function ReasonDialog({ name, kind, isBusy, onChange, onClose }: Props) {
  const { t } = useTranslation()
  const form = useForm({ initialValues: { reason: '' }, validate: rulesOf(Rules), ...checkedOnBlur })

  return (
    <Dialog
      title={t(`opt-outs.${kind}Dialog.title`)}
      action={t(`opt-outs.${kind}Dialog.action`)}
      isBusy={isBusy}
      isDirty={form.isDirty()}
      onClose={onClose}
      onSubmit={form.onSubmit(({ reason }) =>
        onChange(reason, {
          onSuccess: () => {
            toast.success(t(`opt-outs.${kind}Dialog.done`))
            onClose()
          },
        }),
      )}
    >
      <p>
        <b>{name}</b>
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

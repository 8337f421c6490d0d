import { type ReviewView, api } from '@guiche/contract'
import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { checkedOnBlur, rulesOf } from '../../../lib/form-rules.ts'
import { useFormat } from '../../../lib/format.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/toasts/toasts.tsx'
import { useFinishReview } from './reviews.api.ts'

interface Props {
  review: ReviewView
  onClose: () => void
}

const rules = rulesOf(api.finishReview.body)

/** Says what was done about a payment, which ends its wait. */
export function FinishReviewDialog({ review, onClose }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const finish = useFinishReview(review)
  const form = useForm({ initialValues: { note: '' }, validate: rules, ...checkedOnBlur })
  const { companyName, reason, amount, expected } = review

  return (
    <Dialog
      title={t('billing.reviews.finishTitle')}
      action={t('billing.reviews.finish')}
      isBusy={finish.isPending}
      isDirty={form.isDirty()}
      onClose={onClose}
      onSubmit={form.onSubmit(({ note }) =>
        finish.mutate(note, {
          onSuccess: () => {
            toast.success(t('billing.reviews.finished'))
            onClose()
          },
        }),
      )}
    >
      <p>
        <b>{companyName}</b>:{' '}
        {t(`billing.reviews.reasons.${reason}`, { amount: format.money(amount), expected: format.money(expected) })}
      </p>
      <Textarea
        withAsterisk
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        label={t('billing.reviews.note')}
        {...form.getInputProps('note')}
      />
    </Dialog>
  )
}

import type { InvoiceView } from '@guiche/contract'
import { Alert } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkedOnBlur } from '../../../lib/form-rules.ts'
import { useMe } from '../../../lib/session.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { type Answer, PixDialog } from '../pix/index.ts'
import { type CheckoutValues, type Step, bodyOf, checkoutRules, fieldsOf, steps, valuesOf } from './checkout-values.ts'
import { useSubscribe } from './checkout.api.ts'
import { PayerFields } from './payer-fields.tsx'
import { PlanChoice } from './plan-choice.tsx'
import { refusalText, stepOfRefusal } from './refusal.ts'
import { Review } from './review.tsx'
import { StepList } from './step-list.tsx'

interface Props {
  invoice: InvoiceView
  onPaid: () => void
  onClose: () => void
}

/** From an invoice to the Pix code that pays it. Begins with the plan (docs/requirements/back-office.md, section 2). */
export function CheckoutDialog({ invoice, onPaid, onClose }: Props) {
  const { t } = useTranslation()
  const { company } = useMe()
  const [before] = useState(() => valuesOf(company))
  const [step, setStep] = useState<Step>('plan')
  const [answer, setAnswer] = useState<Answer>()
  const subscribe = useSubscribe()
  const form = useForm<CheckoutValues>({ initialValues: before, validate: checkoutRules, ...checkedOnBlur })

  function pay() {
    subscribe.mutate(bodyOf(form.getValues(), invoice), {
      onSuccess: setAnswer,
      onError: (error) => setStep(stepOfRefusal(error) ?? step),
    })
  }

  /** The last step needs all fields, the others only their own. */
  function advance() {
    const errors = checkoutRules(form.getValues())
    const isWrong = (one: Step) => fieldsOf[one].some((field) => field in errors)
    const wrong = (step === 'review' ? steps : [step]).find(isWrong)
    if (!wrong) return step === 'review' ? pay() : goTo(steps[steps.indexOf(step) + 1] ?? 'review')
    form.setErrors(errors)
    setStep(wrong)
  }

  function goTo(next: Step) {
    // The answer would be lost.
    if (subscribe.isPending) return
    form.clearErrors()
    subscribe.reset()
    setStep(next)
  }

  if (answer)
    return (
      <PixDialog
        invoice={invoice}
        answer={answer}
        isRenewing={subscribe.isPending}
        refusal={subscribe.error && refusalText(subscribe.error)}
        onRenew={pay}
        onPaid={onPaid}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      title={t('billing.checkout.title')}
      action={t(step === 'review' ? 'billing.checkout.pay' : 'billing.checkout.next')}
      size={600}
      isBusy={subscribe.isPending}
      isDirty={form.isDirty()}
      onClose={onClose}
      onSubmit={advance}
    >
      <StepList current={step} onChoose={goTo} />
      {subscribe.error && (
        <Alert color="red" role="alert">
          {refusalText(subscribe.error)}
        </Alert>
      )}
      {step === 'payer' && <PayerFields form={form} />}
      {step === 'plan' && <PlanChoice form={form} invoice={invoice} />}
      {step === 'review' && <Review values={form.values} invoice={invoice} onChange={goTo} />}
    </Dialog>
  )
}

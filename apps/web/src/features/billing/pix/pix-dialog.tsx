import type { InvoiceView } from '@guiche/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { refreshSession } from '../../../lib/api.ts'
import { useAfterLoss } from '../../../lib/live/after-loss.ts'
import { useMe } from '../../../lib/session.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { awaitedInvoice } from '../invoices.api.ts'
import { Paid } from './paid.tsx'
import { type Answer, PixCode } from './pix-code.tsx'

interface Props {
  invoice: InvoiceView
  answer: Answer
  /** Another code is on its way, because the last one has run out. */
  isRenewing: boolean
  /** Why there is no other code. */
  refusal: string | null
  onRenew: () => void
  onPaid: () => void
  onClose: () => void
}

/** Waits until the invoice is paid, wherever that is reported from. */
export function PixDialog({ invoice, answer, isRenewing, refusal, onRenew, onPaid, onClose }: Props) {
  const { t } = useTranslation()
  const { company } = useMe()
  const [before] = useState(company.dueDate)
  const awaited = useQuery(awaitedInvoice(invoice.id))
  useAfterLoss(() => void awaited.refetch())
  const isPaid = awaited.data?.status === 'paid'
  const isRenewed = company.dueDate !== before
  useEffect(() => {
    // Found by looking; an event would have brought the new date. Without an answer, the next token brings it.
    if (isPaid && !isRenewed) refreshSession().catch(() => undefined)
  }, [isPaid, isRenewed])

  return (
    <Dialog title={t('billing.pix.title')} size={680} onClose={onClose}>
      {isPaid ? (
        <Paid until={isRenewed ? company.dueDate : undefined} onDone={onPaid} />
      ) : (
        <PixCode key={answer.at} answer={answer} isRenewing={isRenewing} refusal={refusal} onRenew={onRenew} />
      )}
    </Dialog>
  )
}
